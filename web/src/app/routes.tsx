import { Navigate, type RouteObject } from 'react-router-dom';
import { SignedInOnly, SignedOutOnly } from './guards';
import { PageSkeleton, Pending } from './PageSkeleton';
import { RouteError } from './RouteError';
import { Shell } from './Shell';

/** The three rules of the customer, then our pages below them. Each area's code is loaded when it is first shown. */
export const routes: RouteObject[] = [
  {
    element: <Shell />,
    errorElement: <RouteError />,
    children: [
      {
        element: <SignedOutOnly />,
        hydrateFallbackElement: <Pending />,
        errorElement: <RouteError />,
        children: [{ index: true, lazy: () => import('@/features/sign-in/SignInPage') }],
      },
      {
        path: 'newssources',
        element: <SignedInOnly />,
        hydrateFallbackElement: <PageSkeleton />,
        children: [
          {
            errorElement: <RouteError />,
            children: [
              { index: true, lazy: () => import('@/features/sources/SourcesPage') },
              { path: 'new', lazy: () => import('@/features/source/NewSourcePage') },
              { path: 'imports', lazy: () => import('@/features/import/ImportsPage') },
              { path: 'imports/:id', lazy: () => import('@/features/import/ImportPage') },
              { path: ':id/:tab?', lazy: () => import('@/features/source/SourcePage') },
              { path: '*', element: null },
            ],
          },
        ],
      },
      { path: '*', element: <Navigate to="/" replace /> },
    ],
  },
];
