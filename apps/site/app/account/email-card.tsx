import { Card } from '../design/card.tsx';
import { Field } from '../design/field.tsx';
import { useAuthStore } from './auth-store.ts';

/** Shows the account's email address. */
export function EmailCard() {
  const email = useAuthStore(({ user }) => user?.email ?? '');
  return (
    <Card title="Email Settings">
      <div className="max-w-md">
        <Field
          label="Email address"
          type="email"
          value={email}
          readOnly
          autoComplete="off"
          hint="You sign in with this address, and we send your mail to it."
        />
      </div>
    </Card>
  );
}
