import { confirm } from "#web/components/confirm.tsx";
import {
  askAgreements,
  type Revised,
  TOUCHED_BY_REVISIONS,
} from "#web/entities/comptes/revisions.ts";
import { formatCount } from "#web/lib/format.ts";
import { notify, notifyDanger } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

const NAMED = 5;

/**
 * Asks owners to agree to revisions of rents, after a question that names them; then notifies how many agreements
 * were requested and how many were not, with the first reason.
 */
export function useAgreements() {
  const write = useWrite(async (rows: readonly Revised[]) => {
    const { faites, refusees } = await askAgreements(rows);
    const told = formatCount(faites.length, "accord demandé", "accords demandés");
    const [first] = refusees;
    if (!first) return notify(`${told}.`);
    const who = rows.find(({ DossierId }) => DossierId === first.DossierId);
    // When several owners must agree, the reason already names the owner.
    const named = who && who.aRepondre.length > 1 ? who.locataire : who?.proprietaire;
    notifyDanger(
      `${told}, ${formatCount(refusees.length, "laissé", "laissés")}. ${named ?? who?.locataire ?? ""} : ${first.motif}`,
    );
  }, TOUCHED_BY_REVISIONS);

  async function ask(rows: readonly Revised[]) {
    const owners = [
      ...new Set(
        rows.flatMap(({ aRepondre }) =>
          aRepondre.flatMap(({ nom, demandeLe }) => (demandeLe === null ? [nom] : [])),
        ),
      ),
    ];
    const named = owners.slice(0, NAMED).filter(Boolean).join(", ");
    const others = owners.length > NAMED ? ` et ${owners.length - NAMED} autres` : "";
    const question = {
      title: `Demander ${formatCount(rows.length, "accord", "accords")} ?`,
      text:
        owners.length > 1
          ? `${owners.length} courriels, un par propriétaire : ${named}${others}. Chacun répond sur sa page, ou à ce courriel.`
          : `Un courriel à ${named || "son propriétaire"}, qui répond sur sa page, ou à ce courriel.`,
      action: "Envoyer",
    };
    if (await confirm(question)) write.mutate(rows);
  }
  return { ask, pending: write.isPending };
}
