package identity

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/problem"
)

// The names that the customer's specification gives (spec.md, "Calls").
const (
	XSRFCookie = "XSRF-TOKEN"
	XSRFHeader = "X-XSRF-TOKEN"
)

const (
	// xsrfFor is how long a token is good: as long as the oldest accepted sign-in by default.
	xsrfFor = 24 * time.Hour
	// xsrfSkew is how far replicas' clocks may differ.
	xsrfSkew = time.Minute

	minSecret  = 32 // bytes; the strength of HMAC-SHA256
	nonceSize  = 16
	issuedSize = 8
	xsrfSize   = nonceSize + issuedSize + sha256.Size
)

// XSRF makes and checks the anti-forgery token: nonce, time of issue, and an HMAC over both with the session's sub and
// auth_time. So a token that was planted from another session is worth nothing.
type XSRF struct {
	secret []byte
	secure bool
	now    func() time.Time
}

// NewXSRF prepares the token's use; all replicas need the same secret. In production the cookie is Secure. Elsewhere it
// isn't: Chrome and Firefox would take a Secure one from http://localhost, but Safari, and every browser at an evaluation
// cluster without TLS, wouldn't.
func NewXSRF(secret []byte, production bool) (*XSRF, error) {
	if len(secret) < minSecret {
		return nil, fmt.Errorf("XSRF_SECRET has %d bytes and needs %d or more: make one with openssl rand -hex 32",
			len(secret), minSecret)
	}
	return &XSRF{secret: secret, secure: production, now: time.Now}, nil
}

// Issue makes the cookie for the person's session. Scripts of the page have to read it, so it isn't HttpOnly.
func (x *XSRF) Issue(p Person) *http.Cookie {
	token := make([]byte, nonceSize+issuedSize, xsrfSize)
	_, _ = rand.Read(token[:nonceSize]) // never fails (crypto/rand)
	binary.BigEndian.PutUint64(token[nonceSize:], uint64(x.now().Unix()))
	token = append(token, x.sign(token, p)...)
	return &http.Cookie{
		Name:     XSRFCookie,
		Value:    base64.RawURLEncoding.EncodeToString(token),
		Path:     "/",
		MaxAge:   int(xsrfFor.Seconds()),
		Secure:   x.secure,
		SameSite: http.SameSiteStrictMode,
	}
}

// Check answers xsrf_missing or xsrf_invalid (403) unless the header repeats the cookie and both are of this session.
func (x *XSRF) Check(r *http.Request, p Person) error {
	header := r.Header.Get(XSRFHeader)
	cookies := r.CookiesNamed(XSRFCookie)
	if header == "" || len(cookies) == 0 {
		return problem.New(problem.XSRFMissing, "The cookie %s must be repeated in the header %s. Load the page again.",
			XSRFCookie, XSRFHeader)
	}
	err := errors.New("the header differs from the cookie")
	for _, cookie := range cookies { // a neighbouring host can plant a second one; ours must not be hidden by it
		if subtle.ConstantTimeCompare([]byte(header), []byte(cookie.Value)) == 1 {
			err = x.verify(header, p)
		}
	}
	if err != nil {
		return problem.Wrap(err, problem.XSRFInvalid, "The anti-forgery token isn't of this session, or is too old. Load the "+
			"page again; your sign-in stays.")
	}
	return nil
}

func (x *XSRF) verify(value string, p Person) error {
	token, err := base64.RawURLEncoding.Strict().DecodeString(value)
	if err != nil || len(token) != xsrfSize {
		return errors.New("the token isn't one of ours")
	}
	signed, mac := token[:nonceSize+issuedSize], token[nonceSize+issuedSize:]
	if !hmac.Equal(mac, x.sign(signed, p)) {
		return errors.New("the token is of another session, or was changed")
	}
	issued := time.Unix(int64(binary.BigEndian.Uint64(signed[nonceSize:])), 0)
	if age := x.now().Sub(issued); age > xsrfFor || age < -xsrfSkew {
		return fmt.Errorf("the token was issued at %s", issued.UTC().Format(time.RFC3339))
	}
	return nil
}

// sign covers the session too. The parts before sub have fixed lengths, so no two sessions give the same input.
func (x *XSRF) sign(nonceAndIssued []byte, p Person) []byte {
	mac := hmac.New(sha256.New, x.secret)
	mac.Write([]byte("newsources anti-forgery 1\x00"))
	mac.Write(nonceAndIssued)
	mac.Write(binary.BigEndian.AppendUint64(nil, uint64(p.AuthTime.Unix())))
	mac.Write([]byte(p.UID))
	return mac.Sum(nil)
}
