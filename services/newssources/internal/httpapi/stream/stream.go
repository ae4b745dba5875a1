// Package stream keeps the connections of long responses open.
package stream

import (
	"net/http"
	"time"
)

// WriteTimeout is the maximum time for a client to read the next part of a response.
const WriteTimeout = 10 * time.Second

// ExtendDeadline gives the client WriteTimeout to read the next part of a response. It replaces the
// WriteTimeout of the server.
func ExtendDeadline(connection *http.ResponseController) {
	_ = connection.SetWriteDeadline(time.Now().Add(WriteTimeout)) // without support for it, the server's timeout applies
}
