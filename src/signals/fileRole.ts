import type { FileKind } from './fileKind.ts';

/** How much a file of this role counts when the request does not speak of such files. */
const weights: Readonly<Record<FileKind, number>> = {
  source: 1,
  declaration: 0.6,
  other: 0.5,
  documentation: 0.4,
  example: 0.3,
  test: 0.3,
};
const generatedWeight = 0.3;
/** A request that speaks of tests or examples mostly wants the code that they are about, too. */
const askedForTests = 0.5;
const askedForExamples = 0.9;
/** Build scripts, tools and configuration. */
const scriptWeight = 0.6;

const asksForTests = /\b(?:tests?|specs?|fixtures?|mocks?|benchmarks?)\b/iu;
const asksForExamples = /\b(?:examples?|demos?|samples?|playground|docs?)\b/iu;
const asksForScripts = /\b(?:scripts?|tools?|tooling|config\w*|builds?|website)\b/iu;
const scripts = /(?:^|\/)(?:scripts?|tools?|www|website)\/|(?:^|[/.])config\.[cm]?[jt]s$/iu;

interface Role {
  readonly path: string;
  readonly kind: FileKind;
  readonly generated: boolean;
}

/** The weight of a file's role by itself. */
export function roleWeight({ path, kind, generated }: Role): number {
  const script = kind === 'source' && scripts.test(path) ? scriptWeight : 1;
  return weights[kind] * script * (generated ? generatedWeight : 1);
}

/** The same for a request: tests, examples and scripts count more where it speaks of them. */
export function roleWeightFor(file: Role, request: string): number {
  const generated = file.generated ? generatedWeight : 1;
  if (file.kind === 'test' && asksForTests.test(request)) return askedForTests * generated;
  if (file.kind === 'example' && asksForExamples.test(request)) return askedForExamples * generated;
  if (file.kind === 'source' && asksForScripts.test(request)) return generated;
  return roleWeight(file);
}
