// Package httpapi serves the routes of openapi.yaml: authorization, validation, handlers, and
// problem responses.
package httpapi

import (
	"context"
	"fmt"
	"net/http"
	"net/netip"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/alerting/updates"
	"github.com/newsources/newsources/services/newssources/internal/checking/check"
	"github.com/newsources/newsources/services/newssources/internal/finding/discover"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/alertingapi"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/checkingapi"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/contract"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/input"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/registerapi"
	"github.com/newsources/newsources/services/newssources/internal/jobs"
	"github.com/newsources/newsources/services/newssources/internal/platform/fairshare"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/observe"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/ratelimit"
	"github.com/newsources/newsources/services/newssources/internal/register/export"
	"github.com/newsources/newsources/services/newssources/internal/register/merge"
	"github.com/newsources/newsources/services/newssources/internal/register/people"
	"github.com/newsources/newsources/services/newssources/internal/register/savedview"
)

// Options are the settings and dependencies of the API. All are required except AllowedOrigins and
// TrustedProxies.
type Options struct {
	jobs.Services

	DB       *postgres.DB
	Checks   *check.Control
	Claims   *check.Claims
	Updates  *updates.Broadcaster
	Finder   *discover.Finder
	Verifier *identity.Verifier
	Members  *identity.Members
	People   *people.Directory
	Views    *savedview.Views
	XSRF     *identity.XSRF
	Metrics  *observe.Metrics

	AllowedOrigins []string // other origins whose scripts may call the API
	TrustedProxies []string // CIDRs of the proxies whose X-Forwarded-For is used
	MaxBody        int64    // bytes of a JSON body
	MaxImport      int64    // bytes of an uploaded list
	MaxLargeImport int64    // bytes of an uploaded file that is read by a job
	Timeout        time.Duration
}

// server has the middleware, and the routes that are limited by it.
type server struct {
	Options
	origins     map[string]bool
	crossOrigin *http.CrossOriginProtection

	lookups *fairshare.Budget[uuid.UUID] // slots by member
	streams *fairshare.Budget[uuid.UUID] // slots by member
	limits  *memberLimits
	exports *export.Exporter

	followers *fairshare.Budget[uuid.UUID] // requests that wait for changes, by API token or member
	snapshots *fairshare.Budget[uuid.UUID] // downloads, by API token or member

	anonymous *ratelimit.Limits[netip.Prefix] // by address
	strangers *ratelimit.Limits[struct{}]     // all addresses together
}

// New returns the handler of all routes. It returns an error when a route has no policy.
func New(o Options) (http.Handler, error) { return newServer(o).handler() }

func newServer(o Options) *server {
	return &server{
		Options: o, origins: map[string]bool{}, crossOrigin: http.NewCrossOriginProtection(),
		lookups:   fairshare.New[uuid.UUID](maxAllLookups, maxLookups),
		streams:   fairshare.New[uuid.UUID](maxAllStreams, maxStreams),
		limits:    newMemberLimits(int(o.DB.Pool.Config().MaxConns)),
		followers: fairshare.New[uuid.UUID](maxAllFollowers, maxFollowers),
		snapshots: fairshare.New[uuid.UUID](maxAllSnapshots, maxSnapshots),
		exports:   export.New(o.DB, o.Lists),
		anonymous: ratelimit.New[netip.Prefix](anonymousPerSecond, anonymousBurst, maxLimiters),
		strangers: ratelimit.New[struct{}](strangersPerSecond, strangersBurst, 1),
	}
}

func (s *server) handler() (http.Handler, error) {
	for _, origin := range s.AllowedOrigins {
		if err := s.crossOrigin.AddTrustedOrigin(origin); err != nil {
			return nil, fmt.Errorf("CORS_ALLOWED_ORIGINS: %w", err)
		}
		s.origins[origin] = true
	}
	gin.SetMode(gin.ReleaseMode)
	engine := gin.New()
	engine.RedirectTrailingSlash = false
	engine.ContextWithFallback = true // handlers receive *gin.Context as their context.Context
	engine.RemoteIPHeaders = []string{"X-Forwarded-For"}
	if err := engine.SetTrustedProxies(s.TrustedProxies); err != nil {
		return nil, fmt.Errorf("TRUSTED_PROXIES: %w", err)
	}

	engine.Use(s.delayRefused, s.assignRequestID, s.logAndCount, s.recoverPanic, s.setHeaders, s.redirectNavigation,
		s.cors, checkMethod, s.limitTime)
	engine.NoRoute(routeNotFound)

	k, err := contract.Read()
	if err != nil {
		return nil, err
	}
	routes := s.routes()
	group := engine.Group("", limitBodyTime, s.limitBody, s.authorize, checkCursor, validate(k), answerNotModified,
		s.replayRepeated, s.followMerged)
	api.RegisterHandlersWithOptions(group,
		api.NewStrictHandlerWithOptions(routes,
			[]api.StrictMiddlewareFunc{routes.propose, copyGinContext, markCursors, s.limitReads},
			api.StrictGinServerOptions{
				RequestErrorHandlerFunc:  func(c *gin.Context, err error) { respondError(c, bodyError(err)) },
				HandlerErrorFunc:         respondError,
				ResponseErrorHandlerFunc: respondError,
			}),
		api.GinServerOptions{ErrorHandler: func(c *gin.Context, err error, _ int) { respondError(c, parameterError(err)) }})
	return input.HeadAsGet(engine), checkPolicies(engine.Routes())
}

// FetchTimeout limits requests that fetch from other sites: a discovery, waiting for its slot, and
// 2 s for the rest.
const FetchTimeout = discover.Timeout + slotTimeout + 2*time.Second

// limitTime sets the deadline of a request.
func (s *server) limitTime(c *gin.Context) {
	if policyOf(c).stream {
		c.Next()
		return
	}
	limit := s.Timeout
	switch {
	case policyOf(c).fetches:
		limit = max(limit, FetchTimeout)
	case s.isLargeUpload(c):
		limit = largeTimeout
	}
	ctx, cancel := context.WithTimeout(c.Request.Context(), limit)
	defer cancel()
	c.Request = c.Request.WithContext(ctx)
	c.Next()
}

// copyGinContext passes a copy of the gin context to handlers. gin reuses the original for another
// request, while the pool may still be opening a connection in the background with its values.
func copyGinContext(next api.StrictHandlerFunc, _ string) api.StrictHandlerFunc {
	return func(c *gin.Context, request any) (any, error) { return next(c.Copy(), request) }
}

// The routes of the parts of the service.
type (
	registerRoutes = registerapi.Routes
	checkingRoutes = checkingapi.Routes
	alertingRoutes = alertingapi.Routes
)

// routes implements the generated StrictServerInterface.
type routes struct {
	*server
	*registerRoutes
	*checkingRoutes
	*alertingRoutes
}

var _ api.StrictServerInterface = routes{}

// routes returns the handlers of all routes.
func (s *server) routes() routes {
	return routes{
		server: s,
		registerRoutes: &registerRoutes{DB: s.DB, Register: s.Register, Lists: s.Lists, Views: s.Views,
			Changes: s.Changes, Merges: merge.New(s.DB, s.Changes), LiveLists: s.LiveLists, Rights: s.Rights,
			People: s.People, Alerts: s.Alerts, Receive: s.limits.receive},
		checkingRoutes: &checkingRoutes{DB: s.DB, Register: s.Register, Checks: s.Checks, Claims: s.Claims,
			Reports: s.Reports, Hubs: s.Hubs, Work: s.Work, People: s.People, Suggestions: s.Suggestions,
			Pairs: s.Pairs, Visits: s.Visits},
		alertingRoutes: &alertingRoutes{Alerts: s.Alerts, Subscriptions: s.Subscriptions},
	}
}

// propose calls Propose for the routes whose policy has proposes.
func (r routes) propose(next api.StrictHandlerFunc, operation string) api.StrictHandlerFunc {
	proposing := r.Propose(next, operation)
	return func(c *gin.Context, request any) (any, error) {
		if !policyOf(c).proposes {
			return next(c, request)
		}
		return proposing(c, request)
	}
}
