package identity

import (
	"errors"
	"os"
	"testing"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/platform/identity/identitytest"
)

const project = identitytest.Project

type fields = identitytest.Fields

var (
	trusted   = identitytest.Trusted
	untrusted = identitytest.Untrusted
	claims    = identitytest.Claims
	encode    = identitytest.Encode
	newKeys   = identitytest.NewKeys
)

func TestMain(m *testing.M) {
	identitytest.Redirect()
	os.Exit(m.Run())
}

func newTestVerifier(t *testing.T) *Verifier {
	t.Helper()
	v, err := NewVerifier(t.Context(), Config{
		ProjectID: project, Production: true, MaxAge: 24 * time.Hour,
		AllowedDomains: []string{"example.org"}, AllowedEmails: []string{"Guest@Elsewhere.test"},
	})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// advanceClock sets the verifier's clock ahead of the current time.
func (v *Verifier) advanceClock(d time.Duration) {
	v.now = func() time.Time { return time.Now().Add(d) }
}

var errNone = errors.New("no error")

// mustErr replaces nil by errNone, so that Error() can be called.
func mustErr(err error) error {
	if err == nil {
		return errNone
	}
	return err
}
