/** What one file tells without any model: plain data, so that it crosses the worker and can be stored. Lines are 1-based, `to` included. */
export interface FileSignals {
  /** The parser found errors or conflict markers: what follows may miss declarations. */
  readonly partial: boolean;
  /** Why it is partial or what could not be derived, one sentence each; empty for a healthy file. */
  readonly notes: readonly string[];
  /**
   * Every exported declaration on one normalised line, in source order; at most 1,000 characters, then an ellipsis. Public members of
   * classes, interfaces, objects and namespaces have lines of their own: `static async A.m(x: X): Y`.
   */
  readonly signatures: readonly string[];
  readonly functions: readonly FunctionSignal[];
  readonly declarations: readonly Declaration[];
  /** Top-level exported symbols without a `@traces` tag; overloads and merged declarations are one symbol. */
  readonly missingTraces: readonly { readonly name: string; readonly line: number }[];
  readonly imports: readonly Import[];
  readonly calls: readonly Call[];
  /** Exports of what is declared here under another name: `export { a as b }`, `export default a`. */
  readonly exportedAs: readonly ExportedAs[];
}

/** What a file tells that could not be read. */
export const noSignals: FileSignals = {
  partial: true,
  notes: [],
  signatures: [],
  functions: [],
  declarations: [],
  missingTraces: [],
  imports: [],
  calls: [],
  exportedAs: [],
};

/** A function of any kind, class field initialisers and static blocks included, as ESLint's `complexity` rule sees them. */
export interface FunctionSignal {
  readonly name: string;
  readonly kind: 'function' | 'arrow' | 'method' | 'constructor' | 'getter' | 'setter' | 'initializer' | 'static block';
  /** Where ESLint reports the function: the head's start, for a free arrow function its arrow. */
  readonly line: number;
  /** 0-based, as the parser counts (UTF-16). */
  readonly column: number;
  /** The whole function. */
  readonly from: number;
  readonly to: number;
  /** ESLint's `complexity`, variant classic. */
  readonly cyclomatic: number;
  /** eslint-plugin-sonarjs' `cognitive-complexity`; 0 for field initialisers and static blocks, whose code counts to the function around. */
  readonly cognitive: number;
  /** Number of branching nodes: if, ?:, case with a test, loops, catch, &&, ||, ??, and their assignment forms. */
  readonly branches: number;
}

export interface Declaration {
  /** `default` for a default export without name; for a statement what it calls or assigns. */
  readonly name: string;
  /** A constant that holds a function is a `function`, one that holds a class a `class`; neighbouring statements are one `statement`; documents have sections. */
  readonly kind:
    | 'function'
    | 'class'
    | 'interface'
    | 'type'
    | 'enum'
    | 'variable'
    | 'namespace'
    | 'method'
    | 'property'
    | 'accessor'
    | 'constructor'
    | 'statement'
    | 'section';
  /** The enclosing class, interface, namespace or object, if any. */
  readonly container?: string;
  readonly exported: boolean;
  /** One normalised line, as in `signatures`; for a statement how it begins. */
  readonly signature: string;
  /**
   * Whole declaration with its JSDoc, the comments directly above and its decorators. Top-level declarations overlap only where they
   * share a line; names bound by one destructuring pattern have the same range. Members lie inside their container.
   */
  readonly from: number;
  readonly to: number;
  /** IDs after `@traces` in its JSDoc. */
  readonly traces: readonly string[];
}

export interface Import {
  readonly specifier: string;
  /** As the module exports them; `*` for all of it, nothing for a bare import. */
  readonly names: readonly string[];
  /**
   * What each of `names` is called in this file, or for a re-export outside of it; '' for nothing, as in `require('x').a()`. Absent where
   * all keep their name.
   */
  readonly locals?: readonly string[];
  /** The last line where `locals` hold, of those that a function or block has; they hold from the line of the import. */
  readonly until?: number;
  /**
   * A type `import('x')` is `dynamic` and type-only. What is imported and exported again counts as both: `import { a } from 'x'` with
   * `export { a as b }` is an `export` as well, at the line of the import.
   */
  readonly kind: 'import' | 'export' | 'dynamic' | 'require';
  readonly typeOnly: boolean;
  readonly line: number;
}

/** A name of the file and the name it has outside. `module.exports` and `export=` stand for the whole module. */
export interface ExportedAs {
  readonly local: string;
  readonly name: string;
}

export interface Call {
  /** The callee's last name: `c` for `a.b.c()`, `C` for `new C()` and `<C />`. */
  readonly name: string;
  /** What stands before the name: `a.b` for `a.b.c()`, `this`, `super`, `new A` for `new A().c()`, '' for anything longer or not made of names. Absent for a plain `c()`. */
  readonly on?: string;
  /** The type of that, as it is written where a local or a field is declared: `A` for `a: A` or `a = new A()`. */
  readonly type?: string;
  /** The innermost named declaration around the call: `f`, `Class.method`, `object.method`, or a variable outside of functions. */
  readonly within?: string;
  /** Of the first such call in that declaration: later ones are not listed. */
  readonly line: number;
}
