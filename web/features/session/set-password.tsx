import { useLocation } from "wouter";
import { PasswordForm } from "#web/components/password-form.tsx";
import { homeOf } from "#web/lib/home.ts";
import { useSession } from "#web/lib/server/session.ts";

/** Sets a new password, by choice or because an administrator gave a temporary password (http/README §9.7). */
export function SetPassword() {
  const [, navigate] = useLocation();
  const { user, role } = useSession();
  return (
    <div className="mx-auto mt-10 w-full max-w-sm">
      <PasswordForm
        title="Choisissez votre mot de passe"
        text={
          user?.mustSetPassword
            ? "Le vôtre est provisoire : remplacez-le pour continuer."
            : "Vos autres sessions seront fermées."
        }
        onDone={() => navigate(homeOf(role), { replace: true })}
      />
    </div>
  );
}
