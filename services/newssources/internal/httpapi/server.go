// Package httpapi answers HTTP: the routes of openapi.yaml, what guards them, and how errors become problems.
package httpapi

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/newsources/newsources/services/newssources/internal/discover"
	"github.com/newsources/newsources/services/newssources/internal/identity"
	"github.com/newsources/newsources/services/newssources/internal/observe"
	"github.com/newsources/newsources/services/newssources/internal/postgres"
	"github.com/newsources/newsources/services/newssources/internal/source"
	"github.com/newsources/newsources/services/newssources/internal/transfer"
)

// Options are what the API is made of. All fields but the lists are required.
type Options struct {
	DB       *postgres.DB
	Register *source.Register
	Imports  *transfer.Imports
	Finder   *discover.Finder
	Verifier *identity.Verifier
	Members  *identity.Members
	XSRF     *identity.XSRF
	Metrics  *observe.Metrics
	Log      *slog.Logger

	AllowedOrigins []string // of other sites whose scripts may call, besides our own
	TrustedProxies []string // CIDRs whose X-Forwarded-For is believed
	MaxBody        int64    // bytes of a JSON body
	MaxImport      int64    // bytes of an uploaded list
	Timeout        time.Duration
}

// server implements the generated StrictServerInterface.
type server struct {
	Options
	origins map[string]bool
	cross   *http.CrossOriginProtection

	searches sync.Map // of each member's id: its places for searches, a *semaphore.Weighted
}

// New builds the handler of everything below /newssources.
func New(o Options) (http.Handler, error) {
	s := &server{Options: o, origins: map[string]bool{}, cross: http.NewCrossOriginProtection()}
	for _, origin := range o.AllowedOrigins {
		if err := s.cross.AddTrustedOrigin(origin); err != nil {
			return nil, fmt.Errorf("CORS_ALLOWED_ORIGINS: %w", err)
		}
		s.origins[origin] = true
	}
	gin.SetMode(gin.ReleaseMode)
	engine := gin.New()
	engine.HandleMethodNotAllowed = true
	engine.RedirectTrailingSlash = false
	engine.ContextWithFallback = true // handlers take *gin.Context as their context.Context
	engine.RemoteIPHeaders = []string{"X-Forwarded-For"}
	if err := engine.SetTrustedProxies(o.TrustedProxies); err != nil {
		return nil, fmt.Errorf("TRUSTED_PROXIES: %w", err)
	}

	engine.Use(s.identify, s.observe, s.recover, s.headers, s.navigation, s.cors, s.deadline)
	engine.NoRoute(routeNotFound)
	engine.NoMethod(methodNotAllowed)

	contract, err := readContract()
	if err != nil {
		return nil, err
	}
	api := engine.Group("", s.limitBody, s.authorize, contract.check)
	RegisterHandlersWithOptions(api, NewStrictHandlerWithOptions(s, []StrictMiddlewareFunc{ownContext}, StrictGinServerOptions{
		RequestErrorHandlerFunc:  func(c *gin.Context, err error) { fail(c, badBody(err)) },
		HandlerErrorFunc:         fail,
		ResponseErrorHandlerFunc: fail,
	}), GinServerOptions{ErrorHandler: func(c *gin.Context, err error, _ int) { fail(c, badParameter(err)) }})
	return answersHead(engine), allRoutesHaveAPolicy(engine.Routes())
}

// answersHead makes a HEAD what it is by definition: a GET whose body stays here (RFC 9110 §9.3.2). net/http drops it.
func answersHead(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodHead {
			r = r.WithContext(r.Context())
			r.Method = http.MethodGet
		}
		next.ServeHTTP(w, r)
	})
}

// SlowTimeout is for requests that ask other sites: a discovery's 15 s, what it waits for its place, and what it takes to begin and to end it.
const SlowTimeout = 20 * time.Second

// deadline bounds a request's whole time.
func (s *server) deadline(c *gin.Context) {
	limit := s.Timeout
	if policyOf(c).slow {
		limit = max(limit, SlowTimeout)
	}
	ctx, cancel := context.WithTimeout(c.Request.Context(), limit)
	defer cancel()
	c.Request = c.Request.WithContext(ctx)
	c.Next()
}

// ownContext gives a handler a context that outlives the request: gin uses its own again for another request, while
// database/sql may still watch it for the end of a transaction.
func ownContext(next StrictHandlerFunc, _ string) StrictHandlerFunc {
	return func(c *gin.Context, request any) (any, error) { return next(c.Copy(), request) }
}

var _ StrictServerInterface = (*server)(nil)
