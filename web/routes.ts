import {
  BanknoteArrowDown,
  BellRing,
  BookOpenText,
  Building2,
  CalendarDays,
  ContactRound,
  FileCheck2,
  FolderOpen,
  HandCoins,
  Handshake,
  KeyRound,
  Landmark,
  LayoutDashboard,
  ListChecks,
  LogIn,
  PenLine,
  ReceiptEuro,
  Settings,
  TrendingUp,
  UsersRound,
} from "lucide-react";
import { useLocation } from "wouter";
import { type Action, peut, type Role } from "#domain/profils/droits.ts";
import type { User } from "#domain/profils/user.ts";
import type { Icon } from "#web/components/ui/row-icons.tsx";
import { HOMES, homeOf } from "./lib/home.ts";
import { type LazyComponent, lazyNamed } from "./lib/lazy.ts";
import type { Session } from "./lib/server/session.ts";

const COMPTES = "Comptes";
/** The group of menu entries shown once the agency has a dossier. */
const SUIVI = "Suivi";
const PUBLIC_ANSWER = "/quitance/validation/:state/:uuid";

export interface RouteEntry {
  path: string;
  screen: LazyComponent<object>;
  /** The right needed for a visit; null: open to all visitors, signed in or not. */
  need: Action | null;
  /** Shown in the header and in the window's title. */
  title: string;
  /** The screen writes its own title. */
  hidesHeader?: boolean;
  /** Without menu or header: a page for people outside the agency. */
  bare?: boolean;
  /** The placeholder until the screen's code has loaded; gray lines when absent. */
  meanwhile?: LazyComponent<object>;
  /** The screen usually opened from this screen; its code loads ahead. */
  next?: LazyComponent<object>;
  /** The screen that the back arrow leads to when there is no previous page. Absent: no back arrow. */
  parent?: string;
  /**
   * The entry in the menu, for roles that may visit the screen; a public screen's entry shows only while signed out.
   */
  menu?: {
    label: string;
    icon: Icon;
    group?: string;
    /**
     * The entry shows only once its screen has content, so that a small agency sees no entry that it does not use.
     */
    seldom?: "signatures";
    /** The entry is hidden while this flag of the user's agency is true. */
    unless?: "sansAnnee";
  };
}

interface RecordEntry {
  base: string;
  title: string;
  edit: LazyComponent<object>;
  read: LazyComponent<object>;
}

/** The routes of a record (web/README §10.2); reading it loads no code of the form. */
const record = ({ base, title, edit, read }: RecordEntry): RouteEntry[] =>
  [
    { path: `${base}/new`, screen: edit },
    { path: `${base}/:id/edit`, screen: edit, meanwhile: read },
    { path: `${base}/:id`, screen: read, next: edit },
  ].map((entry) => ({ ...entry, need: "lire", title, parent: `${base}/` }));

/** The routes, in the order of the menu. */
export const routes: readonly RouteEntry[] = [
  {
    path: "/login",
    screen: lazyNamed(() => import("./features/session/login.tsx"), "Login"),
    need: null,
    title: "Connexion",
    hidesHeader: true,
    menu: { label: "Connexion", icon: LogIn },
  },
  {
    path: "/logout",
    screen: lazyNamed(() => import("./features/session/logout.tsx"), "Logout"),
    need: null,
    title: "Déconnexion",
    hidesHeader: true,
  },
  {
    path: "/setPassword",
    screen: lazyNamed(() => import("./features/session/set-password.tsx"), "SetPassword"),
    need: "lire",
    title: "Mot de passe",
  },
  {
    path: "/compte",
    screen: lazyNamed(() => import("./features/profil/screen.tsx"), "Compte"),
    need: "lire",
    title: "Mon compte",
  },
  {
    path: "/second-facteur",
    screen: lazyNamed(() => import("./features/profil/factor-set-up.tsx"), "FactorSetUp"),
    need: "lire",
    title: "Second facteur",
  },
  {
    path: HOMES.dashboard,
    screen: lazyNamed(() => import("./features/dashboard/screen.tsx"), "Dashboard"),
    need: "administrer",
    title: "Tableau de bord",
    hidesHeader: true,
    menu: { label: "Tableau de bord", icon: LayoutDashboard },
  },
  {
    path: HOMES.month,
    screen: lazyNamed(() => import("./features/quittances/month/month.tsx"), "QuittanceMonth"),
    need: "lire",
    title: "Quittances",
    menu: { label: "Quittances", icon: ReceiptEuro },
  },
  {
    path: "/quitances/year",
    screen: lazyNamed(() => import("./features/quittances/year/year.tsx"), "QuittanceYear"),
    need: "lire",
    title: "Quittances annuelles",
    parent: HOMES.month,
  },
  {
    path: "/quitances/envois",
    screen: lazyNamed(() => import("./features/quittances/month/to-check.tsx"), "ToCheck"),
    need: "lire",
    title: "Envois à vérifier",
    parent: HOMES.month,
  },
  {
    path: PUBLIC_ANSWER,
    screen: lazyNamed(() => import("./features/quittances/validation.tsx"), "QuittanceValidation"),
    need: null,
    title: "Votre loyer",
    bare: true,
  },
  {
    path: "/proprietaire/:jeton?",
    screen: lazyNamed(() => import("./features/proprietaire/page.tsx"), "OwnerPage"),
    need: null,
    title: "Votre compte",
    bare: true,
  },
  {
    path: "/comptable/:jeton?",
    screen: lazyNamed(
      () => import("./features/proprietaire/accountant-page.tsx"),
      "AccountantPage",
    ),
    need: null,
    title: "Exports comptables",
    bare: true,
  },
  {
    path: "/signature/:jeton?",
    screen: lazyNamed(() => import("./features/signature/page.tsx"), "SignaturePage"),
    need: null,
    title: "Votre signature",
    bare: true,
  },
  {
    path: "/verification",
    screen: lazyNamed(() => import("./features/verification/page.tsx"), "VerificationPage"),
    need: null,
    title: "Vérifier un document signé",
    bare: true,
  },
  {
    path: "/terrain/",
    screen: lazyNamed(() => import("./terrain/terrain.tsx"), "Terrain"),
    need: null,
    title: "Sur place",
    bare: true,
  },
  {
    path: "/client/",
    screen: lazyNamed(() => import("./features/clients/list.tsx"), "ClientList"),
    need: "lire",
    title: "Clients",
    menu: { label: "Clients", icon: ContactRound },
  },
  ...record({
    base: "/client",
    title: "Client",
    edit: lazyNamed(() => import("./features/clients/edit.tsx"), "ClientEdit"),
    read: lazyNamed(() => import("./features/clients/record.tsx"), "ClientRecord"),
  }),
  {
    path: "/missions/",
    screen: lazyNamed(() => import("./features/missions/list.tsx"), "MissionList"),
    need: "lire",
    title: "Missions",
    menu: { label: "Missions", icon: Handshake },
  },
  ...record({
    base: "/missions",
    title: "Mission",
    edit: lazyNamed(() => import("./features/missions/edit.tsx"), "MissionEdit"),
    read: lazyNamed(() => import("./features/missions/record.tsx"), "MissionRecord"),
  }),
  {
    path: "/appartements/",
    screen: lazyNamed(() => import("./features/appartements/screen.tsx"), "Appartements"),
    need: "lire",
    title: "Appartements",
    menu: { label: "Appartements", icon: Building2 },
  },
  ...record({
    base: "/appartements",
    title: "Appartement",
    edit: lazyNamed(() => import("./features/appartements/edit.tsx"), "AppartementEdit"),
    read: lazyNamed(() => import("./features/appartements/record.tsx"), "AppartementRecord"),
  }),
  {
    path: "/locataires/",
    screen: lazyNamed(() => import("./features/locataires/list.tsx"), "LocataireList"),
    need: "lire",
    title: "Locataires",
    menu: { label: "Locataires", icon: UsersRound },
  },
  ...record({
    base: "/locataires",
    title: "Locataire",
    edit: lazyNamed(() => import("./features/locataires/edit.tsx"), "LocataireEdit"),
    read: lazyNamed(() => import("./features/locataires/record.tsx"), "LocataireRecord"),
  }),
  {
    path: "/dossiers/",
    screen: lazyNamed(() => import("./features/dossiers/list.tsx"), "DossierList"),
    need: "lire",
    title: "Dossiers",
    menu: { label: "Dossiers", icon: FolderOpen },
  },
  ...record({
    base: "/dossiers",
    title: "Dossier",
    edit: lazyNamed(() => import("./features/dossiers/edit.tsx"), "DossierEdit"),
    read: lazyNamed(() => import("./features/dossiers/record.tsx"), "DossierRecord"),
  }),
  {
    path: "/intendance/",
    screen: lazyNamed(() => import("./features/intendances/list.tsx"), "IntendanceList"),
    need: "lire",
    title: "Intendance",
    menu: { label: "Intendance", icon: KeyRound },
  },
  {
    path: "/fournisseurs/",
    screen: lazyNamed(() => import("./features/fournisseurs/list.tsx"), "FournisseurList"),
    need: "lire",
    title: "Fournisseurs",
    parent: "/intendance/",
  },
  {
    path: "/echeances",
    screen: lazyNamed(() => import("./features/echeances/screen.tsx"), "Echeances"),
    need: "lire",
    title: "Échéances",
    menu: { label: "Échéances", icon: CalendarDays, group: SUIVI },
  },
  {
    path: "/annee",
    screen: lazyNamed(() => import("./features/annee/year.tsx"), "Year"),
    need: "lire",
    title: "Année",
    menu: { label: "Année", icon: TrendingUp, group: SUIVI, unless: "sansAnnee" },
  },
  {
    path: "/signatures",
    screen: lazyNamed(() => import("./features/signatures/list.tsx"), "SignatureList"),
    need: "lire",
    title: "Signatures",
    menu: { label: "Signatures", icon: PenLine, group: SUIVI, seldom: "signatures" },
  },
  {
    path: "/signatures/:id/sur-place",
    screen: lazyNamed(() => import("./features/signatures/on-site/screen.tsx"), "OnSite"),
    need: "modifier",
    title: "Signature sur place",
    bare: true,
  },
  {
    path: "/signatures/:id",
    screen: lazyNamed(() => import("./features/signatures/followed.tsx"), "SignatureRecord"),
    need: "lire",
    title: "Signature",
    parent: "/signatures",
  },
  {
    path: "/encaissements",
    screen: lazyNamed(() => import("./features/comptes/payments.tsx"), "Payments"),
    need: "lire",
    title: "Encaissements",
    menu: { label: "Encaissements", icon: BanknoteArrowDown, group: COMPTES },
  },
  {
    path: "/banque",
    screen: lazyNamed(() => import("./features/banque/screen.tsx"), "Banque"),
    need: "lire",
    title: "Banque",
    menu: { label: "Banque", icon: Landmark, group: COMPTES },
  },
  {
    path: "/impayes",
    screen: lazyNamed(() => import("./features/impayes/screen.tsx"), "Impayes"),
    need: "lire",
    title: "Impayés",
    menu: { label: "Impayés", icon: BellRing, group: COMPTES },
  },
  {
    path: "/cloture",
    screen: lazyNamed(() => import("./features/cloture/screen.tsx"), "Cloture"),
    need: "lire",
    title: "Clôture du mois",
    menu: { label: "Clôture du mois", icon: FileCheck2, group: COMPTES },
  },
  {
    path: "/cloture/:id",
    screen: lazyNamed(() => import("./features/cloture/account.tsx"), "CompteRendu"),
    need: "lire",
    title: "Compte rendu",
    parent: "/cloture",
  },
  {
    path: "/reversements",
    screen: lazyNamed(() => import("./features/reversements/screen.tsx"), "Reversements"),
    need: "lire",
    title: "Reversements",
    menu: { label: "Reversements", icon: HandCoins, group: COMPTES },
  },
  {
    path: "/reversements/:id",
    screen: lazyNamed(() => import("./features/reversements/batch.tsx"), "Reversement"),
    need: "lire",
    title: "Reversement",
    parent: "/reversements",
  },
  {
    path: "/banque/releves/:id",
    screen: lazyNamed(() => import("./features/banque/statement.tsx"), "Statement"),
    need: "lire",
    title: "Relevé",
    parent: "/banque",
  },
  {
    path: "/registres",
    screen: lazyNamed(() => import("./features/registres/screen.tsx"), "Registres"),
    need: "administrer",
    title: "Registres et exports",
    menu: { label: "Registres et exports", icon: BookOpenText, group: COMPTES },
  },
  {
    path: "/controles",
    screen: lazyNamed(() => import("./features/registres/controls.tsx"), "Controles"),
    need: "administrer",
    title: "Contrôles",
    menu: { label: "Contrôles", icon: ListChecks, group: COMPTES },
  },
  {
    path: "/parametres/",
    screen: lazyNamed(() => import("./features/parametres/screen.tsx"), "Parametres"),
    need: "administrer",
    title: "Paramètres",
    menu: { label: "Paramètres", icon: Settings },
  },
  {
    path: "/comptes/reprise",
    screen: lazyNamed(() => import("./features/reprise/screen.tsx"), "Takeover"),
    need: "administrer",
    title: "Reprise des soldes",
    parent: "/parametres/",
  },
  {
    path: "/import",
    screen: lazyNamed(() => import("./features/imports/screen.tsx"), "Imports"),
    need: "administrer",
    title: "Importer d’un autre logiciel",
    parent: "/parametres/",
  },
];

/** Null when no screen has the present address. */
export function useRouteEntry(): RouteEntry | null {
  const [path] = useLocation();
  return routeAt(path)?.entry ?? null;
}

/** The route of a path and the parameters in the path; null when no screen has this path. */
export function routeAt(
  path: string,
): { entry: RouteEntry; params: Readonly<Record<string, string | undefined>> } | null {
  for (const entry of routes) {
    const found = patternOf(entry.path).exec(path);
    if (found) return { entry, params: found.groups ?? {} };
  }
  return null;
}

const patternOf = (path: string) =>
  new RegExp(
    `^${path
      .replace(/\/$/, "")
      .replace(/\/:(\w+)\?/g, "(?:/(?<$1>[^/]+))?")
      .replace(/:(\w+)/g, "(?<$1>[^/]+)")}/?$`,
    "i",
  );

/** The user's menu; empty while a password must be set or a second factor added (web/README §10.1). */
export function menuOf({ user, role }: Pick<Session, "user" | "role">): RouteEntry[] {
  if (user?.mustSetPassword || user?.mustSetFactor) return [];
  return routes.filter(
    ({ menu, need }) =>
      menu &&
      (need === null ? role === null : peut(role, need)) &&
      (!menu.seldom || user?.[menu.seldom]) &&
      !(menu.unless && user?.[menu.unless]) &&
      !(user?.sansDossier && menu.group === SUIVI),
  );
}

/** The screen to which a visit is redirected (web/README §10.1); null for none. */
export function forcedRedirect(
  entry: RouteEntry,
  user: User | null,
  role: Role | null,
): string | null {
  if (entry.path === "/logout" || entry.bare) return null;
  if (user?.mustSetPassword) return entry.path === "/setPassword" ? null : "/setPassword";
  if (user?.mustSetFactor) return entry.path === "/second-facteur" ? null : "/second-facteur";
  if (entry.path === "/login") return user ? homeOf(role) : null;
  if (entry.need === null) return null;
  if (role === null) return entry.path === HOMES.dashboard ? "/login" : "/404";
  return peut(role, entry.need) ? null : "/404";
}
