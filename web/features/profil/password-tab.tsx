import { PasswordForm } from "#web/components/password-form.tsx";

export function PasswordTab() {
  return (
    <PasswordForm
      title="Changer de mot de passe"
      text="Vos autres sessions seront fermées. Votre mot de passe actuel vous sera demandé, si vous ne venez pas de le donner."
      onDone={() => {}}
    />
  );
}
