import { ApiError } from "#web/lib/server/api.ts";

/** The reason of a refusal, or a sentence that says that the server did not answer. */
export function reasonOf(error: Error): string {
  if (error instanceof ApiError && error.status !== 0)
    return Object.values(error.fields)[0] ?? error.message;
  return "Le serveur ne répond pas : vérifiez votre connexion, puis réessayez.";
}

export function Refused({ error, id }: { error: Error | null; id?: string }) {
  if (!error) return null;
  return (
    <p id={id} role="alert" className="mt-3 rounded-md bg-red-soft px-3 py-2 text-sm text-red">
      {reasonOf(error)}
    </p>
  );
}
