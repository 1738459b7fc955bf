import { useEffect } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { toast } from 'sonner';
import { callApi } from '../api/api-client.ts';
import { pageTitle } from '../page-title.ts';
import { oncePerKey } from './once-per-key.ts';
import type { VerificationState } from './verification-state.ts';
import { verifyByToken } from './verify-email.ts';
import { Waiting } from './waiting.tsx';

/** Verifies the address and shows the result as a toast; resolves to the location state for the sign-in page. */
const verify = oncePerKey(async (token) => {
  const verification = await verifyByToken(callApi, token);
  if (verification.isVerified) toast.success(verification.message);
  else toast.error(verification.message);
  return { verification } satisfies VerificationState;
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
    void verify(token).then((state) => navigate('/login', { replace: true, state }));
  }, [token, navigate]);
  return <Waiting>Verifying your email...</Waiting>;
}
