import type { Call, Declaration, ExportedAs, FileSignals, FunctionSignal, Import } from './fileSignals.ts';

type Names<Row> = Readonly<Record<keyof Required<Row>, true>>;

const functionKeys: Names<FunctionSignal> = {
  name: true,
  kind: true,
  line: true,
  column: true,
  from: true,
  to: true,
  cyclomatic: true,
  cognitive: true,
  branches: true,
};
const declarationKeys: Names<Declaration> = {
  name: true,
  kind: true,
  container: true,
  exported: true,
  signature: true,
  from: true,
  to: true,
  traces: true,
};
const traceKeys: Names<FileSignals['missingTraces'][number]> = { name: true, line: true };
const importKeys: Names<Import> = { specifier: true, names: true, locals: true, until: true, kind: true, typeOnly: true, line: true };
const callKeys: Names<Call> = { name: true, on: true, type: true, within: true, line: true };
const exportKeys: Names<ExportedAs> = { local: true, name: true };

/** Signals as JSON of half the size: values alone, row behind row; a signature that is a declaration's is its place. Imports are left out. */
export function packSignals(signals: FileSignals): string {
  const { partial, notes, signatures, functions, declarations, missingTraces, calls, exportedAs } = signals;
  return JSON.stringify([
    partial,
    notes,
    withPlaces(signatures, declarations),
    packed(functions, functionKeys),
    packed(declarations, declarationKeys),
    packed(missingTraces, traceKeys),
    packed(calls, callKeys),
    packed(exportedAs, exportKeys),
  ]);
}

/** How far ahead a declaration is looked for: both lists are in the order of the source. */
const near = 8;

function withPlaces(signatures: readonly string[], declarations: readonly Declaration[]): (string | number)[] {
  let next = 0;
  return signatures.map((line) => {
    for (let place = next; place < next + near; place++) {
      if (declarations[place]?.signature === line) return (next = place + 1) - 1;
    }
    return line;
  });
}

export const packImports = (imports: readonly Import[]): string => JSON.stringify(packed(imports, importKeys));

export const unpackImports = (values: readonly unknown[]): Import[] => unpacked(values, importKeys);

/** Throws on what `packSignals` did not write. */
export function unpackSignals(json: string, imports: readonly Import[]): FileSignals {
  const [partial, notes, signatures, functions, declarations, missingTraces, calls, exportedAs] = JSON.parse(json) as [
    boolean,
    string[],
    (string | number)[],
    ...(readonly unknown[])[],
  ];
  const declared: readonly Declaration[] = unpacked(declarations, declarationKeys);
  return {
    partial,
    notes,
    signatures: signatures.map((line) => (typeof line === 'number' ? (declared[line]?.signature ?? '') : line)),
    functions: unpacked(functions, functionKeys),
    declarations: declared,
    missingTraces: unpacked(missingTraces, traceKeys),
    imports,
    calls: unpacked(calls, callKeys),
    exportedAs: unpacked(exportedAs, exportKeys),
  };
}

function packed<Row extends object>(rows: readonly Row[], names: Names<Row>): unknown[] {
  const keys = Object.keys(names) as (keyof Row)[];
  const values: unknown[] = [];
  for (const row of rows) for (const key of keys) values.push(row[key]);
  return values;
}

function unpacked<Row extends object>(values: readonly unknown[] = [], names: Names<Row>): Row[] {
  const keys = Object.keys(names);
  const rows: Row[] = [];
  for (let at = 0; at < values.length; at += keys.length) {
    const row: Record<string, unknown> = {};
    for (const [place, key] of keys.entries()) {
      const value = values[at + place] ?? undefined;
      if (value !== undefined) row[key] = value;
    }
    rows.push(row as Row);
  }
  return rows;
}
