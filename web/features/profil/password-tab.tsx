import { PasswordForm } from "#web/components/password-form.tsx";

/** The form by which a user changes his own password. */
export function PasswordTab() {
  return (
    <PasswordForm
      title="Changer de mot de passe"
      text="Vos autres sessions seront fermées. Votre mot de passe actuel vous sera demandé, si vous ne venez pas de le donner."
      onDone={() => {}}
    />
  );
}
