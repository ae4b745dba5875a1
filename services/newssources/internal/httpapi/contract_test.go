package httpapi

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/contract"
)

func TestContractIsValidOpenAPI(t *testing.T) {
	t.Parallel()
	k, err := contract.Read()
	must(t, err)
	must(t, k.Spec.Validate(t.Context()))
}

// followsContract validates a response against its operation in openapi.yaml. A response without an
// operation must be a problem, or empty for a preflight request.
func (a *answer) followsContract() error {
	path, item := findPath(a.contract, a.request.URL.Path)
	operation := &openapi3.Operation{
		Responses: openapi3.NewResponses(openapi3.WithName("default", a.contract.Spec.Components.Responses["Problem"].Value)),
	}
	switch {
	case item != nil && item.GetOperation(a.request.Method) != nil:
		operation = item.GetOperation(a.request.Method)
	case a.status == http.StatusNoContent && a.request.Method == http.MethodOptions:
		return nil
	}
	return openapi3filter.ValidateResponse(a.t.Context(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{Request: a.request, Route: &routers.Route{
			Spec: a.contract.Spec, Path: path, PathItem: item, Method: a.request.Method, Operation: operation,
		}},
		Status: a.status, Header: a.header, Body: io.NopCloser(bytes.NewReader(a.body)),
		Options: &openapi3filter.Options{IncludeResponseStatus: true, MultiError: true,
			ExcludeResponseBody: a.header.Get("Content-Type") == "application/x-ndjson"}, // checked line by line in events
	})
}

// findPath returns the path template that matches a path: the one with the most fixed segments.
func findPath(k *contract.Contract, path string) (string, *openapi3.PathItem) {
	parts := strings.Split(path, "/")
	best, found := -1, ""
	for template := range k.Spec.Paths.Map() {
		words, pieces := 0, strings.Split(template, "/")
		if len(pieces) != len(parts) {
			continue
		}
		for i, piece := range pieces {
			switch {
			case piece == parts[i]:
				words++
			case !strings.HasPrefix(piece, "{") || parts[i] == "":
				words = -len(pieces)
			}
		}
		if words > best {
			best, found = words, template
		}
	}
	return found, k.Spec.Paths.Value(found)
}
