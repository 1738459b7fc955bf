import { useEffect } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { toast } from 'sonner';
import { callApi } from '../api/api-client.ts';
import { pageTitle } from '../page-title.ts';
import { oncePerKey } from './once-per-key.ts';
import { UNVERIFIED_STATE } from './unverified-state.ts';
import { verifyByToken } from './verify-email.ts';
import { Waiting } from './waiting.tsx';

/** Verifies and tells; resolves with whether the address is verified. */
const verify = oncePerKey(async (token) => {
  const { isVerified, message } = await verifyByToken(callApi, token);
  if (isVerified) toast.success(message);
  else toast.error(message);
  return isVerified;
});

export function meta() {
  return [{ title: pageTitle('Verify your email') }];
}

export default function VerifyEmailPage() {
  const [params] = useSearchParams();
  const token = params.get('token');
  return token ? <Verification token={token} /> : <Navigate to="/" replace />;
}

function Verification({ token }: { token: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    void verify(token).then((isVerified) =>
      navigate('/login', { replace: true, state: isVerified ? null : UNVERIFIED_STATE }),
    );
  }, [token, navigate]);
  return <Waiting>Verifying your email...</Waiting>;
}
