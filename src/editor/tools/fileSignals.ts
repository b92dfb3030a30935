import type { FileReport } from '../../engine/api.ts';
import { patience, textOf, type BrokerTool } from './brokerTool.ts';
import { heading, line, rows, type Part } from './toolText.ts';

/** Signatures, complexity, imports and missing traces of one file. */
export const fileSignals: BrokerTool<{ readonly file: string }> = {
  parse: (input) => {
    const file = textOf(input, 'file', 'the path of a file in the workspace');
    return typeof file === 'string' ? { file } : file;
  },
  tell: ({ file }) => ({ doing: `Reading signals of ${file}`, title: 'signals of a file', reads: `${file}, from the index` }),
  run: async ({ file }, { host }, { signal }) => {
    const report = await host.engine.fileReport(file, { signal, patience });
    return report.kind === 'none' ? [line(`${report.path ?? file} ${report.problem}.`)] : signalParts(report);
  },
};

function signalParts({ path, lines, problem, signals }: Extract<FileReport, { kind: 'signals' }>): Part[] {
  const { signatures, functions, imports, missingTraces, notes, declarations } = signals;
  const hot = [...functions].sort((a, b) => b.cyclomatic - a.cyclomatic || a.line - b.line);
  const usesTraces = declarations.some(({ traces }) => traces.length > 0);
  const section = (title: string, found: readonly string[]): Part[] =>
    found.length === 0 ? [] : [heading(`${title}:`), ...rows(found, '')];
  return [
    line(`Signals of ${path}, ${String(lines)} lines${problem === undefined ? '' : `; the file ${problem}`}`),
    ...notes.map((note) => line(`Note: ${note}`)),
    ...section('Exported', signatures),
    ...section(
      'Functions, the most complex first (complexity as ESLint and SonarJS count)',
      hot.map(
        ({ name, from, to, cyclomatic, cognitive, branches }) =>
          `${name} ${String(from)}-${String(to)}: cyclomatic ${String(cyclomatic)}, cognitive ${String(cognitive)}, branches ${String(branches)}`,
      ),
    ),
    ...section(
      'Imports',
      imports.map(({ specifier, names, line: at }) => `${String(at)}: ${specifier}${names.length === 0 ? '' : ` (${names.join(', ')})`}`),
    ),
    ...(usesTraces
      ? section(
          'Exported without @traces',
          missingTraces.map(({ name, line: at }) => `${name} ${String(at)}`),
        )
      : []),
  ];
}
