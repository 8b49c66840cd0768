import { PasswordForm } from "#web/components/password-form.tsx";

/** One's own password, chosen again. */
export function PasswordTab() {
  return <PasswordForm text="Vos autres sessions seront fermées." onDone={() => {}} />;
}
