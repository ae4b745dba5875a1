import type { ContractUse, RightsSignal, SourceRights, Use, UseState, UseVerdict } from '@/api/gen/types.gen';

export const USE: Record<Use, string> = {
  link: 'Link and headline',
  snippet: 'Snippet',
  full_text: 'Full text',
  machine_learning: 'Machine learning',
};

export const USE_STATE: Record<UseState, string> = {
  unknown: 'Unknown',
  allowed: 'Allowed',
  reserved: 'Reserved',
  forbidden: 'Forbidden',
};

export const CONTRACT_STATE: Record<ContractUse['state'], string> = {
  allowed: 'Allowed',
  reserved: 'Reserved',
  forbidden: 'Forbidden',
};

export type Review = NonNullable<SourceRights['review']>;

export const REVIEW: Record<Review, string> = {
  signals: 'The site changed its signals',
  contract_ends: 'The contract ends soon',
  contract_ended: 'The contract has ended',
};

export const SIGNAL: Record<RightsSignal['kind'], string> = {
  robots_agents: 'robots.txt excludes crawlers for machine learning',
  robots_own: 'robots.txt excludes this service',
  robots_license: 'robots.txt names a licence file',
  license_file: 'The site names a licence file',
  content_usage: 'Content-Usage',
  content_signal: 'Content-Signal',
  tdm_reservation: 'TDM reservation',
  tdm_policy: 'TDM policy',
  robots_meta: 'Robots directives',
  trust_file: 'trust.txt',
  rsl: 'Licence (RSL)',
  copyright: 'Copyright text',
  license: 'Licence',
};

/** What a state follows from, unless it is a signal. */
export const BASIS: Record<Exclude<UseVerdict['basis'], 'signal'>, string> = {
  prohibition: 'The rights of the source are “forbidden”.',
  contract: 'The contract with the publisher.',
  rights: 'The rights of the source; the site declares nothing.',
  nothing: 'Nothing is declared.',
};
