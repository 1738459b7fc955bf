// Gives fixed answers with Fastify and nothing else: the baseline for the server's own work.
import Fastify from 'fastify';
import { jwtVerify } from 'jose';
import { z } from 'zod';

/** An answer recorded from our server. */
const answerSchema = z.object({
  method: z.enum(['GET', 'POST']),
  path: z.string(),
  status: z.number(),
  body: z.unknown(),
});
export type BareAnswer = z.infer<typeof answerSchema>;

const environment = z
  .object({
    ANSWERS: z.string().transform((text) => z.array(answerSchema).parse(JSON.parse(text))),
    /** In base64; if set, the bearer token is verified before each answer. */
    TOKEN_KEY: z.string().optional(),
    TOKEN_ISSUER: z.string().optional(),
  })
  .parse(process.env);

const app = Fastify();
const { ANSWERS, TOKEN_KEY, TOKEN_ISSUER = '' } = environment;
if (TOKEN_KEY !== undefined) {
  const key = Buffer.from(TOKEN_KEY, 'base64');
  const expected = { algorithms: ['HS256'], typ: 'at+jwt', issuer: TOKEN_ISSUER, audience: TOKEN_ISSUER };
  app.addHook('onRequest', async ({ headers }) => {
    await jwtVerify(headers.authorization?.slice('Bearer '.length) ?? '', key, expected);
  });
}
for (const { method, path, status, body } of ANSWERS) {
  app.route({ method, url: path, handler: async (_request, reply) => reply.status(status).send(body) });
}
process.once('SIGTERM', () => process.exit(0));
const address = await app.listen({ host: 'localhost', port: 0 });
console.log(`A bare server is ready on ${address}`);
