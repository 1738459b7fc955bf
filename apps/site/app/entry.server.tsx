import { prerender } from 'react-dom/static';
import { type EntryContext, ServerRouter } from 'react-router';

/**
 * Draws a page while the site is built. It holds all of its content where it belongs, also what would come later to a
 * browser that waits for it: nobody waits here, and without scripts nothing would put it there.
 *
 * @throws whatever a component throws; the build fails rather than a part of a page being missing
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
