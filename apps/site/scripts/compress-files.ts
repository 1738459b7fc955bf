import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const TEXT = /\.(html|js|css|svg|json|xml|txt|vtt|webmanifest)$/;

/** Speech recognition files: tens of megabytes, for which maximum quality takes minutes and saves only 1%. */
const MODEL = /\.(onnx|wasm)$/;
const MODEL_QUALITY = { brotli: 6, gzip: 6 };

/** Writes a `.br` and a `.gz` beside each text and model file of a folder, if they are smaller. */
export function compressFiles(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const isModel = MODEL.test(name);
    if (!isModel && !TEXT.test(name)) continue;
    const file = join(folder, name);
    const content = readFileSync(file);
    const copies = isModel
      ? {
          br: compressBrotli(content, constants.BROTLI_MODE_GENERIC, MODEL_QUALITY.brotli),
          gz: gzipSync(content, { level: MODEL_QUALITY.gzip }),
        }
      : {
          br: compressBrotli(content, constants.BROTLI_MODE_TEXT, constants.BROTLI_MAX_QUALITY),
          gz: gzipSync(content, { level: 9 }),
        };
    for (const [extension, copy] of Object.entries(copies))
      if (copy.length < content.length) writeFileSync(`${file}.${extension}`, copy);
  }
}

function compressBrotli(content: Buffer, mode: number, quality: number): Buffer {
  return brotliCompressSync(content, {
    params: {
      [constants.BROTLI_PARAM_MODE]: mode,
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
}
