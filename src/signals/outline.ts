import type { ts } from 'ts-morph';
import { attachedComments } from './comments.ts';
import { exportTable, type ExportTable } from './exportTable.ts';
import type { Declaration, FileSignals } from './fileSignals.ts';
import { jsDocTypes, type JsDocTypes } from './jsDoc.ts';
import { capped } from './oneLine.ts';
import type { ParsedSource } from './parseSource.ts';
import type { SignatureContext } from './signatureText.ts';
import { tracesOf, type TraceRules } from './traces.ts';

/** A node with its comments, before anything is said about it. */
export interface Placed {
  /** Where the node itself begins. */
  readonly start: number;
  readonly from: number;
  readonly to: number;
  readonly docs: readonly string[];
  readonly types: JsDocTypes | undefined;
}

export interface Described {
  readonly name: string;
  readonly kind: Declaration['kind'];
  readonly container: string | undefined;
  readonly signature: string;
  readonly exported: boolean;
  /** Not in the list of signatures, although exported: the implementation behind overloads, a second name on one line. */
  readonly hidden?: boolean;
  /** Not asked for a trace: an augmentation, a list of what is declared elsewhere. */
  readonly untraced?: boolean;
}

/** A top-level name that should be traced; merged declarations and overloads are one name. */
interface TracedName {
  readonly line: number;
  satisfied: boolean;
}

/** A name of another module under which name this one exports it; `*` for all of the module. */
export interface ReExport {
  readonly specifier: string;
  readonly name: string;
  readonly as: string;
}

/** What is collected about a file's declarations, in source order. */
export class Outline {
  readonly declarations: Declaration[] = [];
  readonly signatures: string[] = [];
  readonly table: ExportTable;
  readonly source: ParsedSource;
  readonly #rules: TraceRules;
  readonly #traced = new Map<string, TracedName>();

  constructor(source: ParsedSource, rules: TraceRules) {
    this.source = source;
    this.#rules = rules;
    this.table = exportTable(source.sourceFile.statements, source.javascript);
  }

  get missingTraces(): FileSignals['missingTraces'] {
    return [...this.#traced].filter(([, { satisfied }]) => !satisfied).map(([name, { line }]) => ({ name, line }));
  }

  get exportedAs(): FileSignals['exportedAs'] {
    const { exportedAs, declared } = this.table;
    const own = [...exportedAs].filter(([local]) => declared.has(local));
    return own.flatMap(([local, names]) => names.filter((name) => name !== local).map((name) => ({ local, name })));
  }

  /** What is imported and exported again. */
  get reExports(): readonly ReExport[] {
    const { exportedAs, declared, importedFrom } = this.table;
    return [...exportedAs].flatMap(([local, names]) => {
      const origin = declared.has(local) ? undefined : importedFrom.get(local);
      return origin ? names.map((as) => ({ ...origin, as })) : [];
    });
  }

  place(node: ts.Node, end: number = node.end): Placed {
    const { sourceFile, lineAt, javascript, text } = this.source;
    const start = node.getStart(sourceFile);
    const { start: from, docs } = attachedComments(text, node.pos, start);
    return {
      start,
      from: lineAt(from),
      to: lineAt(Math.max(start, end)),
      docs,
      types: javascript && docs.length > 0 ? jsDocTypes(docs) : undefined,
    };
  }

  context(placed: Placed, container: string | undefined): SignatureContext {
    return { text: this.source.text, prefix: container === undefined ? '' : `${container}.`, docs: placed.types };
  }

  /** Takes a declaration in. At top level, names that the file exports elsewhere count as well. */
  declare(placed: Placed, described: Described): void {
    const { name, kind, container } = described;
    const elsewhere = container === undefined && !described.exported ? (this.table.exportedAs.get(name) ?? []) : [];
    const exported = described.exported || elsewhere.length > 0;
    const signature = capped(exportedText(described, elsewhere));
    const { ids, exempt } = tracesOf(placed.docs, this.#rules);
    const rest = { exported, signature, from: placed.from, to: placed.to, traces: ids };
    this.declarations.push(container === undefined ? { name, kind, ...rest } : { name, kind, container, ...rest });
    if (!exported) return;
    if (described.hidden !== true) this.signatures.push(signature);
    if (container === undefined && described.untraced !== true) this.#trace(name, placed, ids.length > 0 || exempt);
  }

  /** An export that declares nothing. */
  export(line: string): void {
    this.signatures.push(capped(line));
  }

  #trace(name: string, placed: Placed, satisfied: boolean): void {
    const known = this.#traced.get(name);
    if (!known) this.#traced.set(name, { line: this.source.lineAt(placed.start), satisfied });
    else known.satisfied ||= satisfied;
  }
}

/** `export` in front of what is exported elsewhere, and the name it has outside where that is another. */
function exportedText({ name, signature }: Described, exportedAs: readonly string[]): string {
  if (exportedAs.length === 0) return signature;
  const others = exportedAs.filter((exported) => exported !== name);
  return `export ${signature}${others.length === 0 ? '' : ` as ${others.join(', ')}`}`;
}
