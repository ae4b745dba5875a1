package identity

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strings"
	"testing"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/platform/identity/identitytest"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

func TestVerifyReturnsClaims(t *testing.T) {
	t.Parallel()
	_, ctx := newKeys(t, 3600)
	signedIn := time.Now().Add(-2 * time.Hour).Truncate(time.Second)
	got, err := newTestVerifier(t).Verify(ctx, trusted().Token(fields{
		"auth_time": signedIn.Unix(), "email": "Ana@Example.ORG", "name": "  Ana\u0000\n Ruiz\u202e ",
	}))
	if err != nil {
		t.Fatal(err)
	}
	if got.UID != "uid-ana" || got.Email != "Ana@Example.ORG" || got.Name != "Ana Ruiz" || !got.AuthTime.Equal(signedIn) {
		t.Errorf("got %+v", got)
	}
}

func TestVerifyRefusesForgedTokens(t *testing.T) {
	t.Parallel()
	_, ctx := newKeys(t, 3600)
	v := newTestVerifier(t)
	g := trusted()
	ago := func(d time.Duration) int64 { return time.Now().Add(-d).Unix() }
	whole := g.Token(nil)
	parts := strings.Split(whole, ".")

	hs256 := func() string { // signed with the public certificate, as if it were a shared secret
		content := encode(fields{"alg": "HS256", "kid": g.KeyID}) + "." + encode(claims(nil))
		mac := hmac.New(sha256.New, []byte(g.Certificate))
		mac.Write([]byte(content))
		return content + "." + base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
	}
	none := func(alg string) string { return identitytest.Unsigned(alg, nil) }

	for _, c := range []struct {
		name  string
		token string
		want  problem.Code
	}{
		{"empty", "", problem.Unauthenticated},
		{"not a token", "hello", problem.Unauthenticated},
		{"three empty parts", "..", problem.Unauthenticated},
		{"not JSON", "aGVsbG8.aGVsbG8.aGVsbG8", problem.Unauthenticated},
		{"alg none", none("none"), problem.Unauthenticated},
		{"alg None", none("None"), problem.Unauthenticated},
		{"missing alg", none(""), problem.Unauthenticated},
		{"HS256 with the certificate", hs256(), problem.Unauthenticated},
		{"no signature", parts[0] + "." + parts[1] + ".", problem.Unauthenticated},
		{"changed payload", parts[0] + "." + encode(claims(fields{"email": "admin@example.org"})) + "." + parts[2],
			problem.Unauthenticated},
		{"known key id with another key", untrusted().Token(nil), problem.Unauthenticated},
		{"unknown key id", g.Sign(fields{"alg": "RS256", "kid": "key-2"}, claims(nil)), problem.Unauthenticated},
		{"no key id", g.Sign(fields{"alg": "RS256"}, claims(nil)), problem.Unauthenticated},
		{"other audience", g.Token(fields{"aud": "another-project"}), problem.Unauthenticated},
		{"other issuer", g.Token(fields{"iss": "https://securetoken.google.com/another-project"}), problem.Unauthenticated},
		{"session cookie", g.Token(fields{"iss": "https://session.firebase.google.com/" + project}), problem.Unauthenticated},
		{"custom token", g.Token(fields{"aud": "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"}), problem.Unauthenticated},
		{"no subject", g.Token(fields{"sub": nil}), problem.Unauthenticated},
		{"issued in the future", g.Token(fields{"iat": ago(-time.Hour)}), problem.Unauthenticated},
		{"expiry is not a number", g.Token(fields{"exp": "tomorrow"}), problem.Unauthenticated},
		{"expired", g.Token(fields{"iat": ago(2 * time.Hour), "exp": ago(time.Hour)}), problem.TokenExpired},
		{"no expiry", g.Token(fields{"exp": nil}), problem.TokenExpired},
		{"too long", g.Token(fields{"name": strings.Repeat("x", 10_000)}), problem.Unauthenticated},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, err := v.Verify(ctx, c.token)
			if !problem.Is(err, c.want) {
				t.Fatalf("got %v, want %s", err, c.want)
			}
			if got := problem.As(err).Status(); got != 401 {
				t.Errorf("status %d", got)
			}
			for part := range strings.SplitSeq(c.token, ".") {
				if len(part) >= 8 && strings.Contains(err.Error(), part) {
					t.Errorf("the error contains a part of the token: %v", err)
				}
			}
		})
	}
}

func TestVerifyChecksAllowList(t *testing.T) {
	t.Parallel()
	_, ctx := newKeys(t, 3600)
	v := newTestVerifier(t)
	old := time.Now().Add(-25 * time.Hour).Unix()
	provider := func(name, tenant string) fields {
		return fields{"firebase": fields{"sign_in_provider": name, "tenant": tenant}}
	}
	for _, c := range []struct {
		name    string
		changes fields
		want    problem.Code // empty: admitted
	}{
		{"e-mail and password", nil, ""},
		{"Google account", provider("google.com", ""), ""},
		{"address in capitals", fields{"email": "ANA@EXAMPLE.ORG"}, ""},
		{"allowed address", fields{"email": "guest@elsewhere.test"}, ""},
		{"other address of its domain", fields{"email": "host@elsewhere.test"}, problem.NotAllowed},
		{"other domain", fields{"email": "ana@elsewhere.test"}, problem.NotAllowed},
		{"subdomain", fields{"email": "ana@mail.example.org"}, problem.NotAllowed},
		{"longer domain", fields{"email": "ana@notexample.org"}, problem.NotAllowed},
		{"allowed domain as a label of another domain", fields{"email": "ana@example.org.elsewhere.test"},
			problem.NotAllowed},
		{"two @ signs", fields{"email": `"ana@example.org"@elsewhere.test`}, problem.NotAllowed},
		{"domain only", fields{"email": "@example.org"}, problem.NotAllowed},
		{"line break", fields{"email": "ana@elsewhere.test\n@example.org"}, problem.NotAllowed},
		{"no address", fields{"email": nil}, problem.NotAllowed},
		{"address is a number", fields{"email": 7}, problem.NotAllowed},
		{"anonymous", provider("anonymous", ""), problem.NotAllowed},
		{"tenant", provider("saml.other", "tenant-1"), problem.NotAllowed},
		{"not verified", fields{"email_verified": false}, problem.EmailNotVerified},
		{"email_verified is a string", fields{"email_verified": "true"}, problem.EmailNotVerified},
		{"email_verified is missing", fields{"email_verified": nil}, problem.EmailNotVerified},
		{"not allowed and not verified", fields{"email": "a@elsewhere.test", "email_verified": false}, problem.NotAllowed},
		{"signed in yesterday", fields{"auth_time": old}, problem.SignInTooOld},
		{"auth_time is missing", fields{"auth_time": nil}, problem.SignInTooOld},
		{"not verified and signed in too long ago", fields{"auth_time": old, "email_verified": false},
			problem.EmailNotVerified},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, err := v.Verify(ctx, trusted().Token(c.changes))
			if c.want == "" && err != nil || c.want != "" && !problem.Is(err, c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

func TestCachedTokenIsRefusedAfterMaxAge(t *testing.T) {
	t.Parallel()
	_, ctx := newKeys(t, 3600)
	v := newTestVerifier(t)
	token := trusted().Token(fields{"auth_time": time.Now().Add(-24*time.Hour + time.Minute).Unix()})
	if _, err := v.Verify(ctx, token); err != nil {
		t.Fatal(err)
	}
	v.advanceClock(2 * time.Minute)
	if _, err := v.Verify(ctx, token); !problem.Is(err, problem.SignInTooOld) {
		t.Errorf("got %v", err)
	}
}

func TestNewVerifierReportsConfigurationErrors(t *testing.T) {
	good := Config{ProjectID: project, Production: true, MaxAge: time.Hour, AllowedDomains: []string{"example.org"}}
	for _, c := range []struct {
		name     string
		emulator string
		change   func(*Config)
		want     string
	}{
		{"emulator in production", "127.0.0.1:9099", func(*Config) {}, "FIREBASE_AUTH_EMULATOR_HOST"},
		{"no project", "", func(c *Config) { c.ProjectID = "" }, "FIREBASE_PROJECT_ID"},
		{"no age", "", func(c *Config) { c.MaxAge = 0 }, "AUTH_MAX_AGE"},
		{"no allowed people", "", func(c *Config) { c.AllowedDomains = nil }, "ALLOWED_EMAIL_DOMAINS"},
		{"wildcard", "", func(c *Config) { c.AllowedDomains = []string{"*.example.org"} }, `"*.example.org"`},
		{"address as a domain", "", func(c *Config) { c.AllowedDomains = []string{"a@example.org"} }, `"a@example.org"`},
		{"domain as an address", "", func(c *Config) { c.AllowedEmails = []string{"example.org"} }, "ALLOWED_EMAILS"},
		{"no Google credentials", "", func(c *Config) { c.CheckRevoked = true }, "GOOGLE_APPLICATION_CREDENTIALS"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv(emulatorVariable, c.emulator)
			t.Setenv("GOOGLE_APPLICATION_CREDENTIALS", "/nonexistent/credentials.json")
			cfg := good
			c.change(&cfg)
			_, err := NewVerifier(t.Context(), cfg)
			if text := mustErr(err).Error(); !strings.Contains(text, c.want) || strings.Contains(text, "\n") {
				t.Errorf("got %q", text)
			}
		})
	}
	t.Run("emulator on a laptop", func(t *testing.T) {
		t.Setenv(emulatorVariable, "127.0.0.1:9099")
		cfg := good
		cfg.Production = false
		if _, err := NewVerifier(t.Context(), cfg); err != nil {
			t.Error(err)
		}
	})
}
