import { z } from 'zod';

const portSchema = z.coerce
  .number('must be a port number, from 0 to 65535')
  .int('must be a port number, from 0 to 65535')
  .min(0, 'must be a port number, from 0 to 65535')
  .max(65_535, 'must be a port number, from 0 to 65535');

const textSchema = z.string().min(1, 'must not be empty');

const environmentSchema = z.object({
  SANDBOX_PORT: portSchema.default(3002),
  SANDBOX_SMTP_PORT: portSchema.default(3025),
  /** A file in which payments survive restarts; without it they don't. */
  SANDBOX_PAYMENTS_FILE: textSchema.optional(),
  API_PORT: portSchema.default(3001),
  SITE_PORT: portSchema.default(3000),
  GOOGLE_CLIENT_ID: textSchema.default('sandbox-client.apps.example'),
  GOOGLE_CLIENT_SECRET: textSchema.default('sandbox-google-secret'),
  STRIPE_SECRET_KEY: textSchema.default('sk_test_sandbox'),
  STRIPE_WEBHOOK_SECRET: textSchema.default('whsec_sandbox'),
  STANDARD_PRICE_ID: textSchema.default('price_sandbox_standard'),
  STANDARD_UNIT_AMOUNT: z
    .string()
    .regex(/^\d{1,8}$/, 'must be a whole number of cents')
    .transform(Number)
    .default(1999),
});

export type Environment = z.infer<typeof environmentSchema>;

/** The sandbox's settings from the environment, or its errors: one line per variable. */
export function readEnvironment(variables: NodeJS.ProcessEnv): Environment | { problems: string } {
  const { data, error } = environmentSchema.safeParse(variables);
  const problems = error?.issues.map(({ path, message }) => `${path.join('.')} is invalid: it ${message}.`) ?? [];
  return data ?? { problems: problems.join('\n') };
}
