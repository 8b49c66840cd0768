import { keepPreviousData, useQueries, useQueryClient } from "@tanstack/react-query";
import {
  Building2,
  ContactRound,
  FolderOpen,
  Handshake,
  ListFilter,
  ReceiptEuro,
  ShieldCheck,
  UsersRound,
} from "lucide-react";
import { useEffect, useState } from "react";
import { nomAppartement } from "#domain/biens/adresse.ts";
import { moisDe, moisEnLettres } from "#domain/dates.ts";
import { nomComplet } from "#domain/personnes/personne.ts";
import { ETATS_QUITTANCE } from "#domain/quittances/quittance.ts";
import { numeroDeQuittance, telephoneNormalise } from "#domain/recherche.ts";
import type { Icon } from "#web/components/ui/row-icons.tsx";
import { appartements } from "#web/entities/biens/appartements.ts";
import { dossiers } from "#web/entities/biens/dossiers.ts";
import { balanceWords } from "#web/entities/comptes/words.tsx";
import { missions } from "#web/entities/mandats/missions.ts";
import { missionName } from "#web/entities/mandats/missions-columns.tsx";
import { cautions } from "#web/entities/personnes/cautions.ts";
import { clients } from "#web/entities/personnes/clients.ts";
import { locataires } from "#web/entities/personnes/locataires.ts";
import { quittances } from "#web/entities/quittances/quittances.ts";
import { formatCount, formatPhone } from "#web/lib/format.ts";
import type { List } from "#web/lib/server/api.ts";

export interface Hit {
  href: string;
  icon: Icon;
  title: string;
  text: string;
}

export interface HitGroup {
  title: string;
  hits: readonly Hit[];
}

const AT_MOST = 5;
const SHORTEST = 2;
const PAUSE_MS = 140;

const words = (...parts: readonly (string | false | null)[]) => parts.filter(Boolean).join(", ");

/** The rows of a resource as hits; when there are more rows, `list` is the address of all of them. */
function groupOf<Row>(
  { title, list, q }: { title: string; list: string; q: string },
  found: List<Row> | undefined,
  hitOf: (row: Row) => Hit,
): HitGroup {
  const hits = found?.data.map(hitOf) ?? [];
  if (list && found && found.total > AT_MOST) {
    hits.push({
      href: `${list}?q=${encodeURIComponent(q)}`,
      icon: ListFilter,
      title: `Voir les ${formatCount(found.total, title.toLowerCase(), title.toLowerCase())}`,
      text: "",
    });
  }
  return { title, hits };
}

/**
 * The hits for the text in all the lists, read when the user stops typing. Tenants come first, because they call
 * most.
 */
export function useHits(typed: string) {
  const wanted = typed.trim();
  const [q, setQ] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setQ(wanted), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);

  const enabled = q.length >= SHORTEST;
  const asked = { q, page: 1, limit: AT_MOST };
  const options = { enabled, placeholderData: keepPreviousData };
  const numero = numeroDeQuittance(q);
  const telephone = telephoneNormalise(q) !== null;
  const [tenants, owners, flats, dossiersFound, guarantors, missionsFound, receipts] = useQueries({
    queries: [
      { ...locataires.list(asked), ...options },
      { ...clients.list(asked), ...options },
      { ...appartements.list(asked), ...options },
      { ...dossiers.list(asked), ...options },
      { ...cautions.list({ ...asked, libre: false }), ...options },
      { ...missions.list(asked), ...options },
      // A receipt is found only by its number: a name leads to its dossier.
      {
        ...quittances.list({ ...asked, q: numero, sort: "-date" }),
        enabled: enabled && numero !== null,
      },
    ],
  });
  const queries = [tenants, owners, flats, dossiersFound, guarantors, missionsFound, receipts];
  const numbered = receipts.data?.data.filter((receipt) => receipt.numero.endsWith(numero ?? "?"));
  const all: HitGroup[] = [
    groupOf({ title: "Locataires", list: "/locataires/", q }, tenants.data, (tenant) => ({
      href: `/locataires/${tenant.id}`,
      icon: UsersRound,
      title: nomComplet(tenant),
      text: words(
        "Locataire",
        telephone ? formatPhone(tenant.tel) : tenant.appartement,
        balanceWords(tenant),
      ),
    })),
    groupOf({ title: "Clients", list: "/client/", q }, owners.data, (client) => ({
      href: `/client/${client.id}`,
      icon: ContactRound,
      title: nomComplet(client),
      text: words(
        "Propriétaire",
        telephone && client.tel ? formatPhone(client.tel) : client.ville,
        formatCount(client.nbBiens, "bien"),
      ),
    })),
    groupOf({ title: "Appartements", list: "/appartements/", q }, flats.data, (flat) => ({
      href: `/appartements/${flat.id}`,
      icon: Building2,
      title: nomAppartement(flat),
      text: words("Appartement", flat.ville, flat.locataires || flat.statut),
    })),
    groupOf({ title: "Dossiers", list: "/dossiers/", q }, dossiersFound.data, (dossier) => ({
      href: `/dossiers/${dossier.id}`,
      icon: FolderOpen,
      title: dossier.locataire,
      text: words("Dossier", dossier.appartement, dossier.clos && "clos", balanceWords(dossier)),
    })),
    groupOf({ title: "Cautions", list: "", q }, guarantors.data, (guarantor) => ({
      href: `/dossiers/${guarantor.DossierId}?tab=cautions`,
      icon: ShieldCheck,
      title: nomComplet(guarantor),
      text: words(`Caution de ${guarantor.locataire}`, telephone && formatPhone(guarantor.mobile)),
    })),
    groupOf({ title: "Missions", list: "/missions/", q }, missionsFound.data, (mission) => ({
      href: `/missions/${mission.id}`,
      icon: Handshake,
      title: missionName(mission),
      text: words("Mission", mission.numRegistre && `mandat n° ${mission.numRegistre}`),
    })),
    groupOf(
      { title: "Quittances", list: "", q },
      numbered && { data: numbered, total: numbered.length },
      (receipt) => ({
        href: `/dossiers/${receipt.DossierId}?tab=quittances&Quitance.q=${receipt.numero}`,
        icon: ReceiptEuro,
        title: `${moisEnLettres(moisDe(receipt.date))}, ${receipt.locataire}`,
        text: words(
          `Quittance n° ${receipt.numero}`,
          receipt.etat === "annulee" && ETATS_QUITTANCE.annulee,
          receipt.appartement,
        ),
      }),
    ),
  ];
  // A receipt whose number ends with these digits comes before the records that only contain them.
  if (numbered?.length) all.unshift(...all.splice(-1));
  const searching = wanted.length >= SHORTEST;
  return {
    groups: searching && enabled ? all.filter(({ hits }) => hits.length > 0) : [],
    /** Whether the text is long enough to search. */
    searching,
    /** Whether the hits shown answer an earlier text, or the answer is not there yet. */
    stale:
      searching &&
      (q !== wanted || queries.some((query) => query.isLoading || query.isPlaceholderData)),
    error: searching ? (queries.find((query) => query.isError)?.error ?? null) : null,
  };
}

const RECENT = ["recherche", "recents"];

/** The last places opened from the search, newest first; the session forgets them at its end. */
export function useRecent(): [readonly Hit[], (hit: Hit) => void] {
  const client = useQueryClient();
  const recent = client.getQueryData<readonly Hit[]>(RECENT) ?? [];
  const add = (hit: Hit) => {
    const others = recent.filter(({ href }) => href !== hit.href);
    client.setQueryData(RECENT, [hit, ...others].slice(0, AT_MOST));
  };
  return [recent, add];
}
