/**
 * Dependency rules (see docs/architecture.md). Each rule names what a folder may reach; everything else is refused.
 */
const packagesOf = (...names) => `^packages/(${names.join('|')})/`;
const test = '\\.test\\.ts$|/testing/';

export default {
  forbidden: [
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'contract-speech-and-browser-sound-import-nobody-of-ours',
      severity: 'error',
      from: { path: '^packages/(contract|speech|browser-sound)/' },
      to: { path: '^(packages|apps|sandbox|e2e|bench|scripts)/', pathNot: '^packages/$1/' },
    },
    {
      name: 'dictation-imports-the-speech-interface',
      severity: 'error',
      from: { path: '^packages/dictation/', pathNot: test },
      to: {
        path: '^(packages|apps|sandbox|e2e|bench|scripts)/',
        pathNot: ['^packages/dictation/', '^packages/speech/src/(provider|clock|samples|error-messages)\\.ts$'],
      },
    },
    {
      name: 'on-device-imports-the-speech-interface',
      severity: 'error',
      comment: 'It runs in a process of Node or Electron, and in a browser.',
      from: { path: '^packages/on-device/', pathNot: test },
      to: {
        path: '^(packages|apps|sandbox|e2e|bench|scripts)/',
        pathNot: ['^packages/on-device/', '^packages/speech/src/(provider|clock|samples)\\.ts$'],
      },
    },
    {
      name: 'language-model-imports-what-reaches-a-host',
      severity: 'error',
      from: { path: '^packages/language-model/', pathNot: test },
      to: {
        path: '^(packages|apps|sandbox|e2e|bench|scripts)/',
        pathNot: [
          '^packages/language-model/',
          '^packages/speech/src/(transport|clock|json|provider|api-key|base-url|address|limits|error-kinds|patient-exchange)\\.ts$',
        ],
      },
    },
    {
      name: 'the-model-stays-in-its-process',
      severity: 'error',
      comment: 'Only the process that serves the recognizer loads the model and its runtime.',
      from: { path: '^packages/', pathNot: [test, '^packages/on-device/src/(model/|serve-recognizer\\.ts$)'] },
      to: {
        path: ['^packages/on-device/src/model/', '^node_modules/(onnxruntime-web|llama-tokenizer-js)/'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'node-ports-implement-the-ports-of-the-other-packages',
      severity: 'error',
      from: { path: '^packages/node-ports/', pathNot: test },
      to: {
        path: '^(packages|apps|sandbox|e2e|bench|scripts)/',
        pathNot: [
          packagesOf('node-ports'),
          '^packages/speech/src/(transport|clock)\\.ts$',
          '^packages/dictation/src/ports\\.ts$',
          '^packages/on-device/src/(messages|recognizer|serve-recognizer)\\.ts$',
          '^packages/on-device/src/model/speech-model\\.ts$',
        ],
      },
    },
    {
      name: 'no-app-imports-another',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^(apps|sandbox|e2e|bench|scripts)/', pathNot: '^apps/$1/' },
    },
    {
      name: 'desktop-ipc-is-shared-and-pure',
      severity: 'error',
      comment: 'What the app and its windows say to each other runs in both.',
      from: { path: '^apps/desktop/src/ipc/', pathNot: test },
      to: { path: '^(apps|packages)/', pathNot: ['^apps/desktop/src/ipc/', packagesOf('contract', 'speech')] },
    },
    {
      name: 'desktop-windows-know-only-ipc',
      severity: 'error',
      comment: 'They run in the browser: everything else comes and goes by messages.',
      from: { path: '^apps/desktop/src/windows/', pathNot: test },
      to: {
        path: '^(apps|packages)/',
        pathNot: [
          '^apps/desktop/src/(windows|ipc)/',
          packagesOf('contract', 'speech', 'browser-sound'),
          '^packages/on-device/src/languages\\.ts$',
          '^packages/dictation/src/app-rules\\.ts$',
          '^packages/dictation/src/spoken-words\\.ts$',
        ],
      },
    },
    {
      name: 'desktop-windows-and-ipc-reach-no-platform',
      severity: 'error',
      from: { path: '^apps/desktop/src/(windows|ipc)/', pathNot: test },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'desktop-logic-knows-no-platform',
      severity: 'error',
      comment: 'The app knows of its dependencies only what app/platform.ts says.',
      from: { path: '^apps/desktop/src/app/' },
      to: { path: '^apps/desktop/src/', pathNot: '^apps/desktop/src/(app|ipc)/' },
    },
    {
      name: 'desktop-platforms-know-only-the-interface',
      severity: 'error',
      from: { path: '^apps/desktop/src/(browser|x11)/', pathNot: test },
      to: {
        path: '^apps/desktop/src/',
        pathNot: [
          '^apps/desktop/src/(ipc|pages|x11)/',
          '^apps/desktop/src/$1/',
          '^apps/desktop/src/app/(platform|storage/json-file|storage/json-document)\\.ts$',
        ],
      },
    },
    {
      name: 'the-macs-platform-knows-only-the-interface',
      severity: 'error',
      comment: 'electron/main.ts alone brings app and platform together.',
      from: { path: '^apps/desktop/src/(electron|macos)/', pathNot: [test, '^apps/desktop/src/electron/main\\.ts$'] },
      to: {
        path: '^apps/desktop/src/',
        pathNot: [
          '^apps/desktop/src/(ipc|pages|electron|macos)/',
          '^apps/desktop/src/app/(platform|lifetime|storage/json-file|storage/json-document)\\.ts$',
        ],
      },
    },
    {
      name: 'macos-knows-no-electron',
      severity: 'error',
      comment: 'What it needs of the system it calls itself.',
      from: { path: '^apps/desktop/src/macos/' },
      to: { path: ['^apps/desktop/src/(electron|pages)/', '^node_modules/electron/'] },
    },
    {
      name: 'macos-functions-come-by-one-file',
      severity: 'error',
      comment: 'What binds them can be exchanged alone (decision 57).',
      from: { path: '^apps/', pathNot: [test, '^apps/desktop/src/macos/native-koffi\\.ts$'] },
      to: { path: '^node_modules/koffi/' },
    },
    {
      name: 'electron-is-handed-over',
      severity: 'error',
      comment: 'Two files import it; all others take the parts that they need, so that tests can give them fakes.',
      from: { path: '^apps/', pathNot: '^apps/desktop/src/electron/(main|preload)\\.ts$' },
      to: { path: '^node_modules/electron/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'the-windows-pages-stand-alone',
      severity: 'error',
      comment: 'Every platform serves the same pages with the same policy.',
      from: { path: '^apps/desktop/src/pages/', pathNot: test },
      to: { path: '^(apps|packages)/', pathNot: '^apps/desktop/src/pages/' },
    },
    {
      name: 'the-x-client-knows-no-browser',
      severity: 'error',
      from: { path: '^apps/desktop/src/x11/' },
      to: { path: '^apps/desktop/src/(browser|windows)/' },
    },
    {
      name: 'the-server-knows-only-the-contract',
      severity: 'error',
      from: { path: '^apps/server/', pathNot: test },
      to: { path: '^packages/', pathNot: packagesOf('contract') },
    },
    {
      name: 'the-site-knows-only-the-contract',
      severity: 'error',
      comment: 'But for the part that hears visitors, which is fetched when they want it.',
      from: { path: '^apps/site/app/', pathNot: [test, '^apps/site/app/own-voice/'] },
      to: { path: '^packages/', pathNot: packagesOf('contract') },
    },
    {
      name: 'what-features-stand-on-knows-no-feature',
      severity: 'error',
      comment: 'Database, keys, limits and audit serve every feature; only app.ts and job-handlers.ts know them all.',
      from: {
        path: '^apps/server/src/(database|secrets|audit|clock\\.ts|config\\.ts|failure\\.ts|folders\\.ts)',
        pathNot: test,
      },
      to: {
        path: '^apps/server/src/',
        pathNot: '^apps/server/src/(database|secrets|audit|clock\\.ts|config\\.ts|failure\\.ts|folders\\.ts)',
      },
    },
    {
      name: 'the-sandbox-stands-alone',
      severity: 'error',
      comment:
        'It speaks the real protocols; the product does not know of it, and it knows nothing of the product but its name.',
      from: { path: '^sandbox/' },
      to: { path: '^(packages|apps|e2e|bench|scripts)/', pathNot: '^packages/contract/src/brand\\.ts$' },
    },
    {
      name: 'nobody-imports-sandbox-e2e-bench-or-scripts',
      severity: 'error',
      from: { path: '^([^/]+)/' },
      to: { path: '^(sandbox|e2e|bench|scripts)/', pathNot: '^$1/' },
    },
    {
      name: 'pure-packages-reach-no-platform',
      severity: 'error',
      comment: 'They run anywhere; sockets, files, processes and time come through ports.',
      from: {
        path: packagesOf('contract', 'speech', 'dictation', 'language-model', 'on-device', 'browser-sound'),
        pathNot: test,
      },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'product-code-imports-no-test-code',
      severity: 'error',
      from: { pathNot: [test, '^(e2e|bench)/'] },
      to: { path: test },
    },
    {
      name: 'no-unresolved-imports',
      severity: 'error',
      from: {},
      // Made by a plugin of Vite.
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
    {
      name: 'dependencies-are-declared',
      severity: 'error',
      from: {
        path: '^(packages|apps|sandbox)/',
        pathNot: [test, '\\.config\\.ts$', '^apps/site/scripts/', '^apps/desktop/(scripts|icons)/'],
      },
      to: {
        dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev'],
        dependencyTypesNot: ['type-only'],
        // It is what the app is packaged into, not what is packaged.
        pathNot: '^node_modules/electron/',
      },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(build|dist|\\.cache)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node'],
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
    },
  },
};
