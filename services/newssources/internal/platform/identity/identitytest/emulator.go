package identitytest

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// NewEmulator starts a server for the only request that the SDK sends to the auth emulator,
// accounts:lookup. Every account exists and is enabled. It returns the value for
// FIREBASE_AUTH_EMULATOR_HOST; its tokens are those of Unsigned.
func NewEmulator(t testing.TB) (host string) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var request struct{ LocalID []string }
		if !strings.HasSuffix(r.URL.Path, "/projects/"+Project+"/accounts:lookup") ||
			json.NewDecoder(r.Body).Decode(&request) != nil {
			http.NotFound(w, r)
			return
		}
		users := []Fields{}
		for _, id := range request.LocalID {
			users = append(users, Fields{"localId": id})
		}
		_ = json.NewEncoder(w).Encode(Fields{"users": users})
	}))
	t.Cleanup(server.Close)
	return server.Listener.Addr().String()
}
