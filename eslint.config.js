import graphql from '@graphql-eslint/eslint-plugin'
import tseslint from 'typescript-eslint'

// oxfmt lays the code out; what it leaves alone is checked here: lines of SQL and of comments. Types, and the rules that
// need types, are checked by oxlint (.oxlintrc.json), in a tenth of the time that they take here.
const layout = {
  'max-len': [
    'error',
    { code: 120, ignoreUrls: true, ignoreTemplateLiterals: true, ignoreStrings: true, ignoreRegExpLiterals: true },
  ],
}

const exportForms = [
  { selector: 'ExportDefaultDeclaration', message: 'Named exports only.' },
  { selector: 'ExportAllDeclaration', message: 'No barrel files: import from where a thing is defined.' },
]

/** A refused setup call would let a test compare nothing with nothing. */
const droppedAnswer = {
  selector:
    'ExpressionStatement > AwaitExpression > CallExpression[callee.property.name=/^(post|put|patch|delete|graph)$/]',
  message: 'Nothing looks at this answer: wrap the call in made(), or expect the status.',
}

/** What the desk asks for lies below BASE_PATH, which only address() knows. */
const addressPassedBy = [
  "CallExpression[callee.name='fetch'][arguments.0.callee.name!='address']",
  'CallExpression[callee.property.name="open"][arguments.0.value=/^[A-Z]+$/][arguments.1.callee.name!="address"]',
  'JSXAttribute[name.name=/^(href|src|action)$/] ' +
    ':matches(Literal[value=/^.(api|graphql|docs|admin)\\b/], TemplateElement[value.raw=/^.(api|graphql|docs|admin)\\b/])' +
    ":not(CallExpression[callee.name='address'] > *)",
].map((selector) => ({ selector, message: 'Give the path to address(), so that it also works below BASE_PATH.' }))

/** What lies above the page decides who hears a key, so one file listens (web/app/page-keys.ts). */
const keysPassedBy = [
  'CallExpression[callee.property.name=/^(add|remove)EventListener$/][arguments.0.value=/^key(down|up|press)$/]',
  'ImportSpecifier[imported.name=/^(useHotkeys|getHotkeyHandler)$/]',
].map((selector) => ({ selector, message: 'Register keys of the page with usePageKeys (app/page-keys.ts).' }))

/** The words that docs/words.md replaces, as far as they can be recognized without their context. */
const refusedWords = [
  'that is none',
  'that are none',
  'there is none',
  'there are none',
  'whoever',
  'nobody',
  'somebody',
  'what becomes of',
  'what became of',
  'says of each',
  'is told of',
]

const unfinished = ['todo', 'fixme', 'xxx']
/** Comments by which a line would escape a rule of oxlint. */
const exceptions = ['oxlint-disable', 'eslint-disable']

const language = {
  eqeqeq: ['error', 'always', { null: 'ignore' }],
  'no-empty': ['error', { allowEmptyCatch: false }],
  'no-console': 'error',
  'no-var': 'error',
  'prefer-const': 'error',
  'object-shorthand': ['error', 'properties'],
  'no-restricted-syntax': ['error', ...exportForms],
  'no-warning-comments': ['error', { terms: [...unfinished, ...exceptions, ...refusedWords], location: 'anywhere' }],
}

const documents = ['tests/graphql/documents/*.graphql', 'web/**/*.graphql']
const graphQLConfig = { schema: 'schema.graphql', documents }

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      'examples/*/generated/**',
      'examples/*/src/gql/**',
      'node_modules/**',
      'coverage/**',
      '.data/**',
      'src/database/schema.ts',
      'tests/**/generated/**',
      'web/generated/**',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error', noInlineConfig: true } },
  {
    files: ['{src,db,tests,bench,model-service,shared}/**/*.ts', 'web/**/*.{ts,tsx}', 'vitest.config.ts'],
    languageOptions: { parser: tseslint.parser },
    rules: { ...layout, ...language },
  },
  {
    files: ['{tests,model-service/tests}/**/*.ts'],
    rules: {
      'no-console': 'off',
      'max-len': 'off',
      // The comments of tests have not yet been rewritten by docs/words.md.
      'no-warning-comments': ['error', { terms: [...unfinished, ...exceptions], location: 'start' }],
      'no-restricted-syntax': ['error', ...exportForms, droppedAnswer],
    },
  },
  {
    files: ['web/**/*.{ts,tsx}'],
    rules: { 'no-restricted-syntax': ['error', ...exportForms, ...addressPassedBy, ...keysPassedBy] },
  },
  { files: ['web/app/page-keys.ts'], rules: { 'no-restricted-syntax': ['error', ...exportForms, ...addressPassedBy] } },
  {
    files: [
      'vitest.config.ts',
      'tests/support/global-setup.ts',
      'tests/cluster/*{.config,-setup}.ts',
      'web/modules.d.ts',
    ],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['bin/**/*.mjs', 'bench/**/*.mjs'],
    rules: {
      ...layout,
      ...language,

      'no-console': 'off',
      'no-unused-vars': 'error',
    },
  },
  {
    // The contract that front ends see: names, descriptions, deprecations with reasons; and their documents against it.
    files: ['schema.graphql'],
    plugins: { '@graphql-eslint': graphql },
    languageOptions: { parser: graphql.parser, parserOptions: { graphQLConfig } },
    rules: {
      ...graphql.configs['flat/schema-recommended'].rules,
      '@graphql-eslint/require-description': [
        'error',
        { types: true, FieldDefinition: true, InputValueDefinition: true, rootField: true },
      ],
      // Values inside a row have no id of their own; REST's names (claimerType) stay as they are.
      '@graphql-eslint/strict-id-in-types': 'off',
      // Those of errors stand there for clients' types; tests/graphql/every-field.test.ts finds others.
      '@graphql-eslint/no-unreachable-types': 'off',
      '@graphql-eslint/no-typename-prefix': 'off',
      '@graphql-eslint/naming-convention': [
        'error',
        {
          types: 'PascalCase',
          FieldDefinition: 'camelCase',
          InputValueDefinition: 'camelCase',
          EnumValueDefinition: 'UPPER_CASE',
        },
      ],
    },
  },
  {
    files: documents,
    plugins: { '@graphql-eslint': graphql },
    languageOptions: { parser: graphql.parser, parserOptions: { graphQLConfig } },
    rules: {
      ...graphql.configs['flat/operations-recommended'].rules,
      '@graphql-eslint/selection-set-depth': ['error', { maxDepth: 15 }],
      // The two folders are clients of their own; graphql-codegen finds two documents of one name in one of them.
      '@graphql-eslint/unique-operation-name': 'off',
      '@graphql-eslint/unique-fragment-name': 'off',
    },
  },
)
