import { keepPreviousData, useQueries, useQueryClient } from "@tanstack/react-query";
import {
  Building2,
  ContactRound,
  FolderOpen,
  ListFilter,
  type LucideIcon,
  UsersRound,
} from "lucide-react";
import { useEffect, useState } from "react";
import { nomAppartement } from "#domain/adresse.ts";
import { nomComplet } from "#domain/personne.ts";
import { appartements } from "#web/entities/appartements/api.ts";
import { clients } from "#web/entities/clients/api.ts";
import { dossiers } from "#web/entities/dossiers/api.ts";
import { locataires } from "#web/entities/locataires/api.ts";
import type { List } from "#web/lib/api.ts";
import { formatCount } from "#web/lib/format.ts";

/** Something to go to. */
export interface Hit {
  href: string;
  icon: LucideIcon;
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

/** The rows of one resource as hits, and the way to all of them when there are more. */
function groupOf<Row>(
  title: string,
  list: string,
  q: string,
  found: List<Row> | undefined,
  hitOf: (row: Row) => Hit,
): HitGroup {
  const hits = found?.data.map(hitOf) ?? [];
  if (found && found.total > AT_MOST) {
    hits.push({
      href: `${list}?q=${encodeURIComponent(q)}`,
      icon: ListFilter,
      title: `Voir les ${formatCount(found.total, title.toLowerCase(), title.toLowerCase())}`,
      text: "",
    });
  }
  return { title, hits };
}

/** What matches the text, in the four lists at once, a moment after the typing pauses. */
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
  const [owners, flats, tenants, dossiersFound] = useQueries({
    queries: [
      { ...clients.list(asked), ...options },
      { ...appartements.list(asked), ...options },
      { ...locataires.list(asked), ...options },
      { ...dossiers.list(asked), ...options },
    ],
  });
  const queries = [owners, flats, tenants, dossiersFound];
  const all: HitGroup[] = [
    groupOf("Clients", "/client/", q, owners.data, (client) => ({
      href: `/client/${client.id}`,
      icon: ContactRound,
      title: nomComplet(client),
      text: [client.ville, formatCount(client.nbBiens, "bien")].filter(Boolean).join(", "),
    })),
    groupOf("Appartements", "/appartements/", q, flats.data, (flat) => ({
      href: `/appartements/${flat.id}`,
      icon: Building2,
      title: nomAppartement(flat),
      text: [flat.ville, flat.locataires || flat.statut].join(", "),
    })),
    groupOf("Locataires", "/locataires/", q, tenants.data, (tenant) => ({
      href: `/locataires/${tenant.id}`,
      icon: UsersRound,
      title: nomComplet(tenant),
      text: tenant.appartement ?? "",
    })),
    groupOf("Dossiers", "/dossiers/", q, dossiersFound.data, (dossier) => ({
      href: `/dossiers/${dossier.id}`,
      icon: FolderOpen,
      title: dossier.locataire,
      text: [dossier.appartement, dossier.clos && "clos"].filter(Boolean).join(", "),
    })),
  ];
  const searching = wanted.length >= SHORTEST;
  return {
    groups: searching && enabled ? all.filter(({ hits }) => hits.length > 0) : [],
    /** There is enough text to search with. */
    searching,
    /** What is shown is not yet what was typed. */
    stale:
      searching && (q !== wanted || queries.some((one) => one.isPending || one.isPlaceholderData)),
    error: searching ? (queries.find((one) => one.isError)?.error ?? null) : null,
  };
}

const RECENT = ["recherche", "recents"];

/** What was gone to from here lately, newest first, forgotten with the session. */
export function useRecent(): [readonly Hit[], (hit: Hit) => void] {
  const client = useQueryClient();
  const recent = client.getQueryData<readonly Hit[]>(RECENT) ?? [];
  const add = (hit: Hit) => {
    const others = recent.filter(({ href }) => href !== hit.href);
    client.setQueryData(RECENT, [hit, ...others].slice(0, AT_MOST));
  };
  return [recent, add];
}
