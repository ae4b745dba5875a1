package identity

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"sync/atomic"
	"time"

	firebase "firebase.google.com/go/v4"
	"firebase.google.com/go/v4/auth"
	"golang.org/x/sync/singleflight"
	"google.golang.org/api/option"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/platform/ttlcache"
)

const (
	// verifiedTTL is how long a verified token is cached. It bridges short outages of the key server,
	// and is well below a token's lifetime of an hour.
	verifiedTTL = 5 * time.Minute
	// revocationTTL is the maximum delay until a revoked session or a disabled account can no longer
	// write.
	revocationTTL = 60 * time.Second
	// maxTokens bounds both caches to about 5 MB. It is ten times the staff of a large newsroom.
	maxTokens = 10_000
	// maxTokenBytes is well above Firebase's tokens: about 1 KB, plus at most 1 KB of custom claims.
	maxTokenBytes = 8 << 10
	// verifyTimeout bounds a verification, because the SDK fetches its keys without a time-out.
	verifyTimeout = 5 * time.Second
	// outagePause is the time without key requests after a failed one. During it, requests fail
	// immediately instead of waiting for the SDK's lock.
	outagePause = 2 * time.Second

	emulatorVariable = "FIREBASE_AUTH_EMULATOR_HOST"
)

// Config defines which tokens are accepted.
type Config struct {
	ProjectID      string
	Production     bool // refuses the auth emulator
	CheckRevoked   bool // enables Verifier.CheckRevoked; needs Google credentials, or the emulator
	AllowedDomains []string
	AllowedEmails  []string
	MaxAge         time.Duration // maximum age of a sign-in
	// Invited reports whether an invitation in the database admits an address that is not configured;
	// see Members.Invited. Nil means that there are no invitations.
	Invited func(ctx context.Context, email string) (bool, error)
}

// Validate returns all errors of the configuration.
func (cfg Config) Validate() error {
	var errs []error
	// The SDK reads this variable itself, so it is not part of the configuration.
	if cfg.Production && os.Getenv(emulatorVariable) != "" {
		errs = append(errs, errors.New(emulatorVariable+" is set in production mode, in which the emulator's unsigned "+
			"tokens "+
			"would be accepted: unset it, or set PRODUCTION=false on a laptop"))
	}
	if cfg.ProjectID == "" {
		errs = append(errs, errors.New("FIREBASE_PROJECT_ID is missing: tokens are verified against it"))
	}
	if cfg.MaxAge <= 0 {
		errs = append(errs, fmt.Errorf("AUTH_MAX_AGE is %s, which would refuse every sign-in: use 24h, for example",
			cfg.MaxAge))
	}
	_, err := NewAllowList(cfg.AllowedDomains, cfg.AllowedEmails)
	return errors.Join(append(errs, err)...)
}

// Verifier verifies Firebase ID tokens and checks that their owners may use the tool.
type Verifier struct {
	client       *auth.Client
	allowed      AllowList
	invited      func(ctx context.Context, email string) (bool, error)
	maxAge       time.Duration
	checkRevoked bool
	now          func() time.Time
	timeout      time.Duration

	verified    *ttlcache.Cache[tokenKey, Claims]
	revocations *ttlcache.Cache[tokenKey, problem.Code] // an empty code means neither revoked nor disabled
	verifying   singleflight.Group
	checking    singleflight.Group
	retryAt     atomic.Int64 // time in Unix nanoseconds before which keys are not requested
}

// tokenKey is the hash of a token, so that a memory dump of the caches contains no tokens.
type tokenKey [sha256.Size]byte

// NewVerifier initialises the Firebase SDK. The options apply to the SDK's revocation checks, not
// to its key requests.
func NewVerifier(ctx context.Context, cfg Config, opts ...option.ClientOption) (*Verifier, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	allowed, err := NewAllowList(cfg.AllowedDomains, cfg.AllowedEmails)
	if err != nil {
		return nil, err
	}
	if !cfg.CheckRevoked {
		opts = append(opts, option.WithoutAuthentication()) // keys are public; without this the SDK requires credentials
	}
	// The SDK keeps the context to renew its credentials, so the context must not end with the
	// program's stop signal.
	client, err := newClient(context.WithoutCancel(ctx), cfg.ProjectID, opts)
	if err != nil {
		return nil, fmt.Errorf("initialise Firebase Authentication (FIREBASE_CHECK_REVOKED needs "+
			"GOOGLE_APPLICATION_CREDENTIALS): %w", err)
	}
	return &Verifier{
		client: client, allowed: allowed, invited: cfg.Invited, maxAge: cfg.MaxAge, checkRevoked: cfg.CheckRevoked,
		now: time.Now, timeout: verifyTimeout,
		verified:    ttlcache.New[tokenKey, Claims](maxTokens),
		revocations: ttlcache.New[tokenKey, problem.Code](maxTokens),
	}, nil
}

func newClient(ctx context.Context, projectID string, opts []option.ClientOption) (*auth.Client, error) {
	app, err := firebase.NewApp(ctx, &firebase.Config{ProjectID: projectID}, opts...)
	if err != nil {
		return nil, err
	}
	return app.Auth(ctx)
}

// Verify returns the claims of a valid token whose owner may use the tool. Its problems are
// unauthenticated, token_expired, sign_in_too_old and token_revoked (401), not_allowed,
// email_not_verified and member_disabled (403), and identity_unavailable (503) when Google's keys
// cannot be fetched.
func (v *Verifier) Verify(ctx context.Context, token string) (Claims, error) {
	if token == "" {
		return Claims{}, problem.New(problem.Unauthenticated, "Sign in to use the tool.")
	}
	if len(token) > maxTokenBytes {
		return Claims{}, tokenProblem(problem.Unauthenticated, errors.New("the token exceeds the maximum length"))
	}
	key := tokenKey(sha256.Sum256([]byte(token)))
	claims, err := v.verifySignature(ctx, key, token)
	if err != nil {
		return Claims{}, err
	}
	if code, cached := v.revocations.Get(key, v.now()); cached && code != "" {
		return Claims{}, tokenProblem(code, nil)
	}
	return claims, v.authorize(ctx, claims)
}

// verifySignature returns the claims of a token from the cache or after verification.
func (v *Verifier) verifySignature(ctx context.Context, key tokenKey, token string) (Claims, error) {
	if claims, ok := v.verified.Get(key, v.now()); ok {
		return claims, nil
	}
	if v.now().UnixNano() < v.retryAt.Load() {
		return Claims{}, tokenProblem(problem.IdentityUnavailable, errors.New("the last attempt failed moments ago"))
	}
	claims, err := ttlcache.Share(ctx, &v.verifying, string(key[:]), v.timeout, func(ctx context.Context) (Claims, error) {
		// Another call may have ended after this one found no claims above.
		if claims, ok := v.verified.Get(key, v.now()); ok {
			return claims, nil
		}
		decoded, err := v.client.VerifyIDToken(ctx, token)
		if err != nil {
			return Claims{}, v.classify(err, token)
		}
		v.retryAt.Store(0)
		claims := readClaims(decoded)
		now := v.now()
		v.verified.Put(key, claims, now, earlier(now.Add(verifiedTTL), claims.Expires))
		return claims, nil
	})
	return claims, v.toProblem(ctx, err)
}

// CheckRevoked asks Firebase whether the session was ended or the account disabled, at most once a
// minute per token. It is called for writes only, because it needs a network request. It does
// nothing unless Config.CheckRevoked is set. Its problems are token_revoked (401), member_disabled
// (403) and identity_unavailable (503).
func (v *Verifier) CheckRevoked(ctx context.Context, token string) error {
	if !v.checkRevoked {
		return nil
	}
	key := tokenKey(sha256.Sum256([]byte(token)))
	if code, cached := v.revocations.Get(key, v.now()); cached {
		return tokenProblem(code, nil)
	}
	_, err := ttlcache.Share(ctx, &v.checking, string(key[:]), v.timeout, func(ctx context.Context) (struct{}, error) {
		_, err := v.client.VerifyIDTokenAndCheckRevoked(ctx, token)
		err = v.classify(err, token)
		if err == nil || isAccountError(err) {
			now := v.now()
			v.revocations.Put(key, problemCode(err), now, now.Add(revocationTTL))
		}
		return struct{}{}, err
	})
	return v.toProblem(ctx, err)
}

// Admits reports whether an address may use the tool, by configuration or by an invitation.
func (v *Verifier) Admits(ctx context.Context, email string) (bool, error) {
	if v.allowed.Allows(email) || v.invited == nil {
		return v.allowed.Allows(email), nil
	}
	return v.invited(ctx, email)
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}
