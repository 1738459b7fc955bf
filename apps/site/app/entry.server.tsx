import { prerender } from 'react-dom/static';
import { type EntryContext, ServerRouter } from 'react-router';

/**
 * Prerenders a page during the build. Suspended content is rendered in place instead of being streamed later: without
 * JavaScript, nothing would move it there.
 *
 * @throws the first error of any component, so that the build fails rather than omitting part of a page
 */
export default async function drawPage(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const errors: unknown[] = [];
  const { prelude } = await prerender(<ServerRouter context={context} url={request.url} />, {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => void errors.push(error),
  });
  if (errors.length > 0) throw errors[0];
  headers.set('Content-Type', 'text/html');
  return new Response(prelude, { status, headers });
}
