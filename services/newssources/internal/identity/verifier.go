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

	"github.com/newsources/newsources/services/newssources/internal/problem"
)

const (
	// verifiedFor is how long a verified token isn't verified again. It bridges an outage of the keys, and is short
	// beside a token's hour.
	verifiedFor = 5 * time.Minute
	// checkedFor is how long a revoked session or a disabled account may go on writing.
	checkedFor = 60 * time.Second
	// maxTokens bounds both memories: ten times the staff of a large newsroom, about 5 MB.
	maxTokens = 10_000
	// maxTokenBytes is well above what Firebase issues: about 1 KB, and custom claims add 1 KB at most.
	maxTokenBytes = 8 << 10
	// verifyLimit bounds a verification, since the SDK fetches its keys without a time-out of its own.
	verifyLimit = 5 * time.Second
	// outagePause is how long nobody asks for the keys again after a failure, so that requests fail at once instead of
	// queueing behind the SDK's lock.
	outagePause = 2 * time.Second

	emulatorVariable = "FIREBASE_AUTH_EMULATOR_HOST"
)

// Config says whose tokens are accepted.
type Config struct {
	ProjectID      string
	Production     bool // refuses the auth emulator
	CheckRevoked   bool // lets CheckRevoked ask Firebase; needs Google credentials, or the emulator
	AllowedDomains []string
	AllowedEmails  []string
	MaxAge         time.Duration // oldest accepted sign-in
}

// Validate names everything that is wrong.
func (cfg Config) Validate() error {
	var wrong []error
	// The SDK reads this variable itself, so it is looked at here and not in the configuration.
	if cfg.Production && os.Getenv(emulatorVariable) != "" {
		wrong = append(wrong, errors.New(emulatorVariable+" is set in production mode, where the emulator's unsigned tokens "+
			"would be accepted: unset it, or set PRODUCTION=false on a laptop"))
	}
	if cfg.ProjectID == "" {
		wrong = append(wrong, errors.New("FIREBASE_PROJECT_ID is missing: tokens are checked against it"))
	}
	if cfg.MaxAge <= 0 {
		wrong = append(wrong, fmt.Errorf("AUTH_MAX_AGE is %s, which would refuse every sign-in: use 24h, for example", cfg.MaxAge))
	}
	_, err := newAllowList(cfg.AllowedDomains, cfg.AllowedEmails)
	return errors.Join(append(wrong, err)...)
}

// Verifier checks Firebase ID tokens, and that their bearers may use the tool.
type Verifier struct {
	client       *auth.Client
	allowed      allowList
	maxAge       time.Duration
	checkRevoked bool
	now          func() time.Time
	limit        time.Duration

	verified *recent[tokenKey, Claims]
	checked  *recent[tokenKey, problem.Code] // the empty code: neither revoked nor disabled
	verifies singleflight.Group
	checks   singleflight.Group
	retryAt  atomic.Int64 // Unix nanoseconds; no keys are asked for before
}

// tokenKey stands for a token in memory, so that a dump of it holds none.
type tokenKey [sha256.Size]byte

// NewVerifier prepares the Firebase SDK. Options reach the SDK's calls for revocation, not its fetching of keys.
func NewVerifier(ctx context.Context, cfg Config, opts ...option.ClientOption) (*Verifier, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	allowed, err := newAllowList(cfg.AllowedDomains, cfg.AllowedEmails)
	if err != nil {
		return nil, err
	}
	if !cfg.CheckRevoked {
		opts = append(opts, option.WithoutAuthentication()) // keys are public; without this the SDK insists on credentials
	}
	// The SDK keeps the context for renewing its credentials, so it must outlive the one that stops the program.
	client, err := newClient(context.WithoutCancel(ctx), cfg.ProjectID, opts)
	if err != nil {
		return nil, fmt.Errorf("prepare Firebase Authentication (FIREBASE_CHECK_REVOKED needs "+
			"GOOGLE_APPLICATION_CREDENTIALS): %w", err)
	}
	return &Verifier{
		client: client, allowed: allowed, maxAge: cfg.MaxAge, checkRevoked: cfg.CheckRevoked,
		now: time.Now, limit: verifyLimit,
		verified: newRecent[tokenKey, Claims](maxTokens),
		checked:  newRecent[tokenKey, problem.Code](maxTokens),
	}, nil
}

func newClient(ctx context.Context, projectID string, opts []option.ClientOption) (*auth.Client, error) {
	app, err := firebase.NewApp(ctx, &firebase.Config{ProjectID: projectID}, opts...)
	if err != nil {
		return nil, err
	}
	return app.Auth(ctx)
}

// Verify returns what a genuine token of an admitted person says. It answers unauthenticated, token_expired,
// sign_in_too_old and token_revoked (401), not_allowed, email_not_verified and member_disabled (403), and
// identity_unavailable (503) when Google's keys can't be had.
func (v *Verifier) Verify(ctx context.Context, token string) (Claims, error) {
	if token == "" {
		return Claims{}, problem.New(problem.Unauthenticated, "Sign in to use the tool.")
	}
	if len(token) > maxTokenBytes {
		return Claims{}, refused(problem.Unauthenticated, errors.New("the token is too long to be one"))
	}
	key := tokenKey(sha256.Sum256([]byte(token)))
	claims, err := v.genuine(ctx, key, token)
	if err != nil {
		return Claims{}, err
	}
	if code, known := v.checked.get(key, v.now()); known && code != "" {
		return Claims{}, refused(code, nil)
	}
	return claims, v.admit(claims)
}

func (v *Verifier) genuine(ctx context.Context, key tokenKey, token string) (Claims, error) {
	if claims, ok := v.verified.get(key, v.now()); ok {
		return claims, nil
	}
	if v.now().UnixNano() < v.retryAt.Load() {
		return Claims{}, refused(problem.IdentityUnavailable, errors.New("the last attempt failed moments ago"))
	}
	claims, err := share(ctx, &v.verifies, string(key[:]), v.limit, func(ctx context.Context) (Claims, error) {
		decoded, err := v.client.VerifyIDToken(ctx, token)
		if err != nil {
			return Claims{}, v.judge(err, token)
		}
		v.retryAt.Store(0)
		claims := claimsOf(decoded)
		now := v.now()
		v.verified.put(key, claims, now, earlier(now.Add(verifiedFor), claims.Expires))
		return claims, nil
	})
	return claims, v.explain(ctx, err)
}

// CheckRevoked asks Firebase whether the session was ended or the account disabled, at most once a minute for each
// token. It is for writes, since it is a call over the network; without CheckRevoked in the configuration it does
// nothing. It answers token_revoked (401), member_disabled (403) and identity_unavailable (503).
func (v *Verifier) CheckRevoked(ctx context.Context, token string) error {
	if !v.checkRevoked {
		return nil
	}
	key := tokenKey(sha256.Sum256([]byte(token)))
	if code, known := v.checked.get(key, v.now()); known {
		return refused(code, nil)
	}
	_, err := share(ctx, &v.checks, string(key[:]), v.limit, func(ctx context.Context) (struct{}, error) {
		_, err := v.client.VerifyIDTokenAndCheckRevoked(ctx, token)
		verdict := v.judge(err, token)
		if verdict == nil || isFinal(verdict) {
			now := v.now()
			v.checked.put(key, codeOf(verdict), now, now.Add(checkedFor))
		}
		return struct{}{}, verdict
	})
	return v.explain(ctx, err)
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}
