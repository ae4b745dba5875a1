import { Navigate, type RouteObject } from 'react-router-dom';
import { ROUTES } from '@/lib/paths';
import { FormerSuggestions } from './FormerSuggestions';
import { SignedInOnly, SignedOutOnly } from './guards';
import { PageSkeleton, RootFallback } from './PageSkeleton';
import { RouteError } from './RouteError';
import { Shell } from './Shell';

/** The route tree. The code of each page loads when the page is first shown. */
export const routes: RouteObject[] = [
  {
    element: <Shell />,
    errorElement: <RouteError />,
    children: [
      {
        element: <SignedOutOnly />,
        hydrateFallbackElement: <RootFallback />,
        errorElement: <RouteError />,
        children: [{ index: true, lazy: () => import('@/features/sign-in/SignInPage') }],
      },
      {
        path: ROUTES.sources,
        element: <SignedInOnly />,
        hydrateFallbackElement: <PageSkeleton />,
        children: [
          {
            errorElement: <RouteError />,
            children: [
              { index: true, lazy: () => import('@/features/sources/SourcesPage') },
              { path: ROUTES.newSource, lazy: () => import('@/features/source/NewSourcePage') },
              { path: ROUTES.imports, lazy: () => import('@/features/import/ImportsPage') },
              { path: ROUTES.import, lazy: () => import('@/features/import/ImportPage') },
              { path: ROUTES.liveLists, lazy: () => import('@/features/import/LiveListsPage') },
              { path: ROUTES.liveList, lazy: () => import('@/features/import/LiveListPage') },
              { path: ROUTES.changes, lazy: () => import('@/features/changes/ChangesPage') },
              { path: ROUTES.changeSet, lazy: () => import('@/features/changes/ChangeSetPage') },
              { path: ROUTES.tags, lazy: () => import('@/features/tags/TagsPage') },
              { path: ROUTES.duplicates, lazy: () => import('@/features/duplicates/DuplicatesPage') },
              { path: ROUTES.work, lazy: () => import('@/features/work/WorkPage') },
              { path: ROUTES.checks, lazy: () => import('@/features/checker/ChecksPage') },
              { path: ROUTES.overview, lazy: () => import('@/features/register-overview/OverviewPage') },
              { path: ROUTES.alerts, lazy: () => import('@/features/alerts/AlertsPage') },
              { path: ROUTES.newAlertRule, lazy: () => import('@/features/alerts/NewRulePage') },
              { path: ROUTES.alertRule, lazy: () => import('@/features/alerts/RulePage') },
              { path: ROUTES.suggestions, lazy: () => import('@/features/work/SuggestionsPage') },
              { path: ROUTES.formerSuggestions, element: <FormerSuggestions /> },
              { path: ROUTES.history, lazy: () => import('@/features/source/history/RegisterHistoryPage') },
              { path: ROUTES.people, lazy: () => import('@/features/people/PeoplePage') },
              { path: ROUTES.tokens, lazy: () => import('@/features/people/TokensPage') },
              { path: ROUTES.source, lazy: () => import('@/features/source/SourcePage') },
              { path: '*', element: null },
            ],
          },
        ],
      },
      { path: '*', element: <Navigate to={ROUTES.signIn} replace /> },
    ],
  },
];
