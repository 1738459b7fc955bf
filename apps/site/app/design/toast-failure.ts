import { toast } from 'sonner';

interface FailureText {
  title: string;
  description: string;
}

/** Shows the user that something failed; the reason goes to the console. */
export function toastFailure(error: unknown, { title, description }: FailureText): void {
  console.error(error);
  toast.error(title, { description });
}
