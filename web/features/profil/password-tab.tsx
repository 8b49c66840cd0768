import { PasswordForm } from "#web/components/password-form.tsx";

/** One's own password, chosen again. */
export function PasswordTab() {
  return (
    <PasswordForm
      title="Changer de mot de passe"
      text="Vos autres sessions seront fermées. Votre mot de passe actuel vous sera demandé, si vous ne venez pas de le donner."
      onDone={() => {}}
    />
  );
}
