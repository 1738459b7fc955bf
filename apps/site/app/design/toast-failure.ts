import { toast } from 'sonner';

interface FailureText {
  title: string;
  description: string;
}

/** Shows an error toast and logs the error to the console. */
export function toastFailure(error: unknown, { title, description }: FailureText): void {
  console.error(error);
  toast.error(title, { description });
}
