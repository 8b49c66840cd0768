import { Send } from "lucide-react";
import { courrielTronque } from "#domain/signature/preuve.ts";
import type { DemandeDetail, SignataireRow } from "#domain/signature/wire.ts";
import { Button } from "#web/components/ui/button.tsx";
import { demandes } from "#web/entities/signatures/demandes.ts";
import { remind } from "#web/entities/signatures/signatures.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

const WHO: Record<SignataireRow["role"], string> = {
  locataire: "Le locataire",
  caution: "La caution",
  mandant: "Le mandant",
  agence: "L’agence",
};

interface ByCodeProps {
  demande: DemandeDetail;
  signer: SignataireRow;
}

/**
 * Sends the link by which a guarantor or a debtor signs on his own phone: he writes the mention there, after a code
 * that only his own mailbox receives.
 */
export function ByCode({ demande, signer }: ByCodeProps) {
  const { id, mail, envoyeLe, nom } = signer;
  const write = useWrite(() => remind(demande.id, id), [demandes.name]);
  return (
    <div className="basis-full space-y-3">
      <p className="text-muted">
        {envoyeLe
          ? "Le lien est parti"
          : `${WHO[signer.role]} signe sur son propre téléphone, par un lien et un code envoyés`}{" "}
        {mail ? `à ${courrielTronque(mail)}` : "à son adresse e-mail, que sa fiche n’a pas encore"}.
        {envoyeLe &&
          ` ${WHO[signer.role]} l’ouvre sur son propre téléphone, lit le document et y écrit sa mention.`}
      </p>
      <Button
        size="lg"
        disabled={!mail}
        pending={write.isPending}
        aria-label={`Envoyer le lien : ${nom}`}
        onClick={() => write.mutate(undefined, { onSuccess: () => notify("Le lien est parti.") })}
      >
        {!write.isPending && <Send aria-hidden />}
        {envoyeLe ? "Envoyer le lien de nouveau" : "Envoyer le lien"}
      </Button>
    </div>
  );
}
