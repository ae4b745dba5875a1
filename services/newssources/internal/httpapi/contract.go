package httpapi

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/gin-gonic/gin"
	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/problem"
)

const mergePatch = "application/merge-patch+json"

func init() {
	openapi3filter.RegisterBodyDecoder(mergePatch, openapi3filter.RegisteredBodyDecoder("application/json"))
	// The library's own pattern lets days through that aren't, such as the 30th of February.
	openapi3.DefineStringFormatValidator("date-time", openapi3.NewCallbackValidator(func(text string) error {
		_, err := time.Parse(time.RFC3339, text)
		return err
	}))
	openapi3.DefineStringFormatValidator("byte", openapi3.NewCallbackValidator(func(text string) error {
		_, err := base64.StdEncoding.DecodeString(text)
		return err
	}))
}

// contract checks requests against openapi.yaml, which is built into the program.
type contract struct{ spec *openapi3.T }

func readContract() (*contract, error) {
	spec, err := GetSpec()
	if err != nil {
		return nil, err
	}
	spec.Security = nil // authorize asks who it is; the library would read each body into memory once more for it
	return &contract{spec}, nil
}

// check refuses what the contract doesn't describe: unknown parameters and fields, wrong types, values out of bounds.
func (k *contract) check(c *gin.Context) {
	path, params := templateOf(c)
	item := k.spec.Paths.Find(path)
	operation := item.GetOperation(c.Request.Method)
	input := &openapi3filter.RequestValidationInput{
		Request: c.Request, PathParams: params, QueryParams: c.Request.URL.Query(),
		Route: &routers.Route{Spec: k.spec, Path: path, PathItem: item, Method: c.Request.Method, Operation: operation},
		Options: &openapi3filter.Options{
			MultiError: true, KeepValidatedValue: true, ExcludeRequestBody: policyOf(c).list,
		},
	}
	err := errors.Join(ids(params), knownQuery(c.Request, item, operation))
	if err == nil {
		err = knownBody(c.Request, operation, policyOf(c).list)
	}
	if err == nil {
		err = problemOf(openapi3filter.ValidateRequest(c, input))
	}
	if err != nil {
		fail(c, err)
		return
	}
	c.Next()
}

// templateOf turns gin's template of the route into the contract's.
func templateOf(c *gin.Context) (string, map[string]string) {
	path, params := c.FullPath(), map[string]string{}
	for _, p := range c.Params {
		path = strings.Replace(path, ":"+p.Key, "{"+p.Key+"}", 1)
		params[p.Key] = p.Value
	}
	return path, params
}

// ids makes an address that can't be anything's a 404, as for an id that isn't there.
func ids(params map[string]string) error {
	for _, value := range params {
		if _, err := uuid.Parse(value); err != nil || len(value) != 36 {
			return problem.New(problem.NotFound, "“%s” isn't an id. The address is wrong or cut off.", value)
		}
	}
	return nil
}

func knownQuery(r *http.Request, item *openapi3.PathItem, operation *openapi3.Operation) error {
	var wrong []problem.Field
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil { // what can't be read would be left out, and the answer be another than was asked for
		return problem.Wrap(err, problem.BadRequest, "The part of the address after the question mark can't be read. It is wrong or cut off.")
	}
	for name, values := range query {
		if operation.Parameters.GetByInAndName("query", name) == nil && item.Parameters.GetByInAndName("query", name) == nil {
			wrong = append(wrong, problem.Field{Pointer: name, Code: "unknown", Detail: "There is no parameter “" + name + "” here."})
		}
		for _, value := range values {
			if !utf8.ValidString(value) || strings.IndexFunc(value, unicode.IsControl) >= 0 {
				wrong = append(wrong, problem.Field{Pointer: name, Code: "characters", Detail: "This holds characters that can't be searched for."})
			}
		}
	}
	return parameters(wrong)
}

func parameters(wrong []problem.Field) error {
	if len(wrong) == 0 {
		return nil
	}
	p := problem.New(problem.UnknownParameter, "%s", wrong[0].Detail)
	p.Fields = wrong
	return p
}

// knownBody checks the media type, and reads a JSON body once to say clearly when it is none.
func knownBody(r *http.Request, operation *openapi3.Operation, list bool) error {
	if operation.RequestBody == nil {
		return nil
	}
	var accepted []string
	for name := range operation.RequestBody.Value.Content {
		accepted = append(accepted, name)
	}
	slices.Sort(accepted)
	media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || !slices.Contains(accepted, media) {
		return problem.New(problem.UnsupportedMediaType, "Send this as %s.", strings.Join(accepted, " or "))
	}
	if list {
		return nil
	}
	data, err := readBody(r.Body)
	if err != nil {
		return err
	}
	if !utf8.Valid(data) { // the decoder would put U+FFFD in place of what it can't read
		return problem.New(problem.InvalidJSON, "It isn't encoded in UTF-8.")
	}
	var value any
	if err := json.Unmarshal(data, &value); err != nil {
		return problem.Wrap(err, problem.InvalidJSON, "%s", jsonText(data, err))
	}
	r.Body = io.NopCloser(bytes.NewReader(data))
	return nil
}

// readBody reads a body to its end. When the line breaks or is too slow, that isn't the database's.
func readBody(body io.Reader) ([]byte, error) {
	data, err := io.ReadAll(body)
	if _, tooLarge := errors.AsType[*http.MaxBytesError](err); err != nil && !tooLarge {
		return nil, problem.Wrap(err, problem.BadRequest, "The body ended early, or took too long. Send it again.")
	}
	return data, err
}

func jsonText(data []byte, err error) string {
	syntax, ok := errors.AsType[*json.SyntaxError](err)
	switch {
	case len(bytes.TrimSpace(data)) == 0:
		return "The body is empty."
	case ok:
		line := 1 + bytes.Count(data[:min(int(syntax.Offset), len(data))], []byte("\n"))
		return fmt.Sprintf("It breaks off or goes wrong in line %d.", line)
	}
	return "Its structure can't be read."
}
