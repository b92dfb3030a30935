import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist', 'out', 'coverage', '.vscode-test', 'test/fixtures', 'test/golden', '**/*.mjs', '**/*.cjs', '**/node_modules'] },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'no-restricted-imports': ['error', { paths: [{ name: 'vscode', message: 'Only src/editor and src/extension.ts know the editor.' }] }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    },
  },
  {
    files: ['src/editor/**', 'src/extension.ts', 'test/host/**', 'test/bench/host.ts', 'test/fixtures/**'],
    rules: { 'no-restricted-imports': 'off' },
  },
  {
    files: ['src/signals/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "MemberExpression[object.name='ts']",
          message:
            'The parser hands out its members through getters, which cost as much as what they give: take them once, at the top of the file.',
        },
      ],
    },
  },
);
