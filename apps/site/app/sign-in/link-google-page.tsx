import { useForm } from 'react-hook-form';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { toast } from 'sonner';
import { callApi } from '../api/api-client.ts';
import { MESSAGES } from '../api/messages.ts';
import { TEXT_LINK } from '../design/text-link.ts';
import { pageTitle } from '../page-title.ts';
import { Form, useSubmission } from './form.tsx';

export function meta() {
  return [{ title: pageTitle('Link your Google account') }];
}

/** After a Google sign-in, asks the visitor to check their email; also the target of the link in that email. */
export default function LinkGooglePage() {
  const [params] = useSearchParams();
  const token = params.get('token');
  return <div className="grid gap-6">{token ? <Confirmation token={token} /> : <LookForMail />}</div>;
}

function LookForMail() {
  return (
    <>
      <h1 className="text-heading">Please check your email</h1>
      <p className="text-lead">
        You already have an account with this address. To sign in to it with Google, open the link we just sent you.
      </p>
      <p>
        You can also{' '}
        <Link className={TEXT_LINK} to="/login">
          sign in with your password
        </Link>
        .
      </p>
    </>
  );
}

/** Waits for a click: email scanners open links, and must not link an account. */
function Confirmation({ token }: { token: string }) {
  const navigate = useNavigate();
  const submission = useSubmission(useForm(), async () => {
    await callApi('linkGoogle', { body: { token } });
    toast.success('Your Google account is linked. Please sign in with Google.');
    await navigate('/login', { replace: true });
  });
  return (
    <>
      <h1 className="text-heading">Link your Google account</h1>
      <Form submission={submission} fallback={MESSAGES.fallback} action="Link Google account">
        <p className="mb-2 text-lead">Once it’s linked, you can sign in to your account with Google too.</p>
      </Form>
    </>
  );
}
