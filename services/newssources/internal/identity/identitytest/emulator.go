package identitytest

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// NewEmulator answers the one call that the SDK makes of the auth emulator: what is known of an account. All are in good
// standing. It returns what FIREBASE_AUTH_EMULATOR_HOST takes; the tokens are those of Unsigned.
func NewEmulator(t testing.TB) (host string) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var asked struct{ LocalID []string }
		if !strings.HasSuffix(r.URL.Path, "/projects/"+Project+"/accounts:lookup") || json.NewDecoder(r.Body).Decode(&asked) != nil {
			http.NotFound(w, r)
			return
		}
		users := []Fields{}
		for _, id := range asked.LocalID {
			users = append(users, Fields{"localId": id})
		}
		_ = json.NewEncoder(w).Encode(Fields{"users": users})
	}))
	t.Cleanup(server.Close)
	return server.Listener.Addr().String()
}
