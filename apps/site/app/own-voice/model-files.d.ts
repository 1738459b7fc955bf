/** Made by vite.config.ts: where the files that speech is recognized with are, and their sizes. */
declare module 'virtual:model-files' {
  const files: Readonly<Record<'encoder' | 'decoder' | 'runtime', { url: string; bytes: number }>>;
  export default files;
}
