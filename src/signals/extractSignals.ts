import { noSignals, type Declaration, type FileSignals, type FunctionSignal, type Import } from './fileSignals.ts';
import type { ReExport } from './outline.ts';
import { outlineSource } from './outlineSource.ts';
import { parseSource, type EditedTree, type ParsedSource } from './parseSource.ts';
import { practiceText } from './practice.ts';
import { ReferenceCollector } from './references.ts';
import { defaultTraceId, defaultTracesTag, traceRules } from './traces.ts';
import { walkSource } from './walkSource.ts';

export interface ExtractOptions {
  /** The JSDoc tag that names requirements, without `@`. */
  readonly tracesTag?: string;
  /** A regular expression for one requirement ID; one that does not compile is replaced by the default, and noted. */
  readonly traceId?: string;
}

/** In UTF-16 units: whoever reads a few small files has nothing of practice but the wait. */
const practiceFrom = 20_000;
let unitsRead = 0;

/**
 * Everything that one file tells: TypeScript or JavaScript, by the extension of `path`, which is not read. Never throws; what could
 * not be derived is empty and has a note. `edited` is for a file that is read again.
 */
export function extractSignals(path: string, text: string, options: ExtractOptions = {}, edited?: EditedTree): FileSignals {
  if (unitsRead < practiceFrom && (unitsRead += text.length) >= practiceFrom) practise();
  const outcome = parseSource(path, text, edited);
  if (outcome.kind === 'failed') return { ...noSignals, notes: [outcome.note] };
  const { source } = outcome;
  const { rules, note } = traceRules(options.tracesTag ?? defaultTracesTag, options.traceId ?? defaultTraceId);
  const notes = note === undefined ? [...source.notes] : [...source.notes, note];
  const outline = guarded('Declarations', notes, () => outlineSource(source, rules, notes));
  const { functions, imports: found, calls } = walk(source, notes, outline?.declarations ?? []);
  const { signatures, declarations, missingTraces, exportedAs } = outline ?? noSignals;
  const imports = [...found, ...exportedAgain(outline?.reExports ?? [], found)];
  return { partial: source.notes.length > 0, notes, signatures, functions, declarations, missingTraces, imports, calls, exportedAs };
}

function practise(): void {
  for (const name of ['practice.tsx', 'practice.js', 'practice.tsx']) extractSignals(name, practiceText);
}

function exportedAgain(reExports: readonly ReExport[], imports: readonly Import[]): Import[] {
  return reExports.flatMap(({ specifier, name, as }) => {
    const found = imports.find((one) => one.specifier === specifier && one.names.includes(name));
    if (!found) return [];
    const names = { names: [name], ...(as === name ? {} : { locals: [as] }) };
    return [{ specifier, ...names, kind: 'export', typeOnly: found.typeOnly, line: found.line }];
  });
}

/** Complexity and references share one pass; when that fails, each gets a pass of its own, so that one failure costs only one of them. */
function walk(
  source: ParsedSource,
  notes: string[],
  declarations: readonly Declaration[],
): Pick<FileSignals, 'functions' | 'imports' | 'calls'> {
  const collector = (): ReferenceCollector => new ReferenceCollector(source, topLevelNames(declarations));
  const together = guarded('', [], () => walkBoth(source, true, collector()));
  if (together) return together;
  const functions = guarded('Complexity', notes, () => walkSource(source, { complexity: true, references: undefined }));
  const references = guarded('References', notes, () => walkBoth(source, false, collector()));
  return { functions: functions ?? [], imports: references?.imports ?? [], calls: references?.calls ?? [] };
}

function topLevelNames(declarations: readonly Declaration[]): string[] {
  const names: string[] = [];
  for (const { name, container } of declarations) if (container === undefined) names.push(name);
  return names;
}

function walkBoth(
  source: ParsedSource,
  complexity: boolean,
  references: ReferenceCollector,
): { readonly functions: readonly FunctionSignal[] } & Pick<FileSignals, 'imports' | 'calls'> {
  const functions = walkSource(source, { complexity, references });
  return { functions, imports: references.imports(), calls: references.calls() };
}

function guarded<T>(analysis: string, notes: string[], derive: () => T): T | undefined {
  try {
    return derive();
  } catch (error) {
    notes.push(`${analysis} could not be derived: ${error instanceof Error ? error.message : String(error)}.`);
    return undefined;
  }
}
