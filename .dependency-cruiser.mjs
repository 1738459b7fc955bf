/**
 * Dependency rules (see docs/architecture.md). Most rules list what a folder may import; anything else is an error.
 */
const packagesOf = (...names) => `^packages/(${names.join('|')})/`;
const test = '\\.test\\.ts$|/testing/';

export default {
  forbidden: [
    {
      name: 'no-circular-imports',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'contract-speech-and-browser-sound-import-no-package',
      severity: 'error',
      from: { path: '^packages/(contract|speech|browser-sound)/' },
      to: { path: '^(packages|apps|sandbox|e2e|bench|scripts)/', pathNot: '^packages/$1/' },
    },
    {
      name: 'dictation-imports-only-the-speech-interface',
      severity: 'error',
      from: { path: '^packages/dictation/', pathNot: test },
      to: {
        path: '^(packages|apps|sandbox|e2e|bench|scripts)/',
        pathNot: ['^packages/dictation/', '^packages/speech/src/(provider|clock|samples|error-messages)\\.ts$'],
      },
    },
    {
      name: 'on-device-imports-only-the-speech-interface',
      severity: 'error',
      comment: 'It runs in Node, in Electron and in browsers.',
      from: { path: '^packages/on-device/', pathNot: test },
      to: {
        path: '^(packages|apps|sandbox|e2e|bench|scripts)/',
        pathNot: ['^packages/on-device/', '^packages/speech/src/(provider|clock|samples)\\.ts$'],
      },
    },
    {
      name: 'language-model-imports-only-transport-and-errors',
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
      name: 'model-only-in-the-recognizer-process',
      severity: 'error',
      comment: 'Only the process that serves the recognizer loads the model and its runtime.',
      from: { path: '^packages/', pathNot: [test, '^packages/on-device/src/(model/|serve-recognizer\\.ts$)'] },
      to: {
        path: ['^packages/on-device/src/model/', '^node_modules/(onnxruntime-web|llama-tokenizer-js)/'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'node-ports-import-only-ports',
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
      name: 'apps-do-not-import-each-other',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^(apps|sandbox|e2e|bench|scripts)/', pathNot: '^apps/$1/' },
    },
    {
      name: 'desktop-ipc-is-shared-and-pure',
      severity: 'error',
      comment: 'These messages are used by the app and by its windows.',
      from: { path: '^apps/desktop/src/ipc/', pathNot: test },
      to: { path: '^(apps|packages)/', pathNot: ['^apps/desktop/src/ipc/', packagesOf('contract', 'speech')] },
    },
    {
      name: 'desktop-windows-import-only-ipc',
      severity: 'error',
      comment: 'They run in a browser and talk to the app by messages.',
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
      name: 'desktop-windows-and-ipc-use-no-node',
      severity: 'error',
      from: { path: '^apps/desktop/src/(windows|ipc)/', pathNot: test },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'desktop-app-imports-no-platform',
      severity: 'error',
      comment: 'The app reaches the system only through app/platform.ts.',
      from: { path: '^apps/desktop/src/app/' },
      to: { path: '^apps/desktop/src/', pathNot: '^apps/desktop/src/(app|ipc)/' },
    },
    {
      name: 'linux-platform-imports-only-the-interface',
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
      name: 'mac-platform-imports-only-the-interface',
      severity: 'error',
      comment: 'Only electron/main.ts connects the app to its platform.',
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
      name: 'macos-imports-no-electron',
      severity: 'error',
      comment: 'It calls the system directly.',
      from: { path: '^apps/desktop/src/macos/' },
      to: { path: ['^apps/desktop/src/(electron|pages)/', '^node_modules/electron/'] },
    },
    {
      name: 'koffi-only-in-one-file',
      severity: 'error',
      comment: 'So the binding can be replaced on its own (decision 57).',
      from: { path: '^apps/', pathNot: [test, '^apps/desktop/src/macos/native-koffi\\.ts$'] },
      to: { path: '^node_modules/koffi/' },
    },
    {
      name: 'electron-is-injected',
      severity: 'error',
      comment: 'Two files import it and pass on its parts, so that tests can pass fakes.',
      from: { path: '^apps/', pathNot: '^apps/desktop/src/electron/(main|preload)\\.ts$' },
      to: { path: '^node_modules/electron/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'pages-import-nothing',
      severity: 'error',
      comment: 'Every platform serves the same pages with the same policy.',
      from: { path: '^apps/desktop/src/pages/', pathNot: test },
      to: { path: '^(apps|packages)/', pathNot: '^apps/desktop/src/pages/' },
    },
    {
      name: 'x11-imports-no-browser',
      severity: 'error',
      from: { path: '^apps/desktop/src/x11/' },
      to: { path: '^apps/desktop/src/(browser|windows)/' },
    },
    {
      name: 'server-imports-only-the-contract',
      severity: 'error',
      from: { path: '^apps/server/', pathNot: test },
      to: { path: '^packages/', pathNot: packagesOf('contract') },
    },
    {
      name: 'site-imports-only-the-contract',
      severity: 'error',
      comment: 'Except own-voice, which is loaded on demand.',
      from: { path: '^apps/site/app/', pathNot: [test, '^apps/site/app/own-voice/'] },
      to: { path: '^packages/', pathNot: packagesOf('contract') },
    },
    {
      name: 'server-foundations-import-no-feature',
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
      name: 'sandbox-imports-only-the-brand',
      severity: 'error',
      comment: 'It speaks the real protocols. Neither knows of the other, except for the product’s name.',
      from: { path: '^sandbox/' },
      to: { path: '^(packages|apps|e2e|bench|scripts)/', pathNot: '^packages/contract/src/brand\\.ts$' },
    },
    {
      name: 'no-imports-of-sandbox-e2e-bench-or-scripts',
      severity: 'error',
      from: { path: '^([^/]+)/' },
      to: { path: '^(sandbox|e2e|bench|scripts)/', pathNot: '^$1/' },
    },
    {
      name: 'pure-packages-use-no-node',
      severity: 'error',
      comment: 'They run anywhere: sockets, files, processes and time come through ports.',
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
      // Generated by a Vite plugin.
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
        // The app is packaged into Electron; it isn't packaged as a dependency.
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
