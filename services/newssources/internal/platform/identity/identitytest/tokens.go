package identitytest

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"maps"
	"math/big"
	"sync"
	"time"
)

// The Firebase project of the tokens, and their issuer.
const (
	Project = "newsources-test"
	Issuer  = "https://securetoken.google.com/" + Project
)

// Signer signs tokens with a key like Google's and has the certificate that is published for it.
type Signer struct {
	KeyID       string
	Certificate string // PEM
	key         *rsa.PrivateKey
}

// Trusted signs with the key that Keys publishes, and Untrusted with another key that has the same
// id.
var (
	Trusted   = sync.OnceValue(newSigner)
	Untrusted = sync.OnceValue(newSigner)
)

func newSigner() Signer {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		panic(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		panic(err)
	}
	return Signer{"key-1", string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})), key}
}

// Fields are members of a JSON object.
type Fields map[string]any

// Claims returns the claims of an allowed person who signed in 10 seconds ago, with changes; nil
// removes a claim.
func Claims(changes Fields) Fields {
	now := time.Now().Unix()
	c := Fields{
		"iss": Issuer, "aud": Project, "sub": "uid-ana", "iat": now - 10, "exp": now + 3600, "auth_time": now - 10,
		"email": "ana@example.org", "email_verified": true, "name": "Ana Ruiz",
		"firebase": Fields{"sign_in_provider": "password"},
	}
	maps.Copy(c, changes)
	maps.DeleteFunc(c, func(_ string, v any) bool { return v == nil })
	return c
}

// Encode returns a part of a token: JSON in base64url.
func Encode(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return base64.RawURLEncoding.EncodeToString(text)
}

// Sign returns a token with the header and payload.
func (s Signer) Sign(header, payload Fields) string {
	content := Encode(header) + "." + Encode(payload)
	digest := sha256.Sum256([]byte(content))
	signature, err := rsa.SignPKCS1v15(rand.Reader, s.key, crypto.SHA256, digest[:])
	if err != nil {
		panic(err)
	}
	return content + "." + base64.RawURLEncoding.EncodeToString(signature)
}

// Token returns a token like Firebase's with the claims of Claims(changes).
func (s Signer) Token(changes Fields) string {
	return s.Sign(Fields{"alg": "RS256", "kid": s.KeyID, "typ": "JWT"}, Claims(changes))
}

// Unsigned returns a token without a signature, like the auth emulator's and like forgeries.
func Unsigned(alg string, changes Fields) string {
	return Encode(Fields{"alg": alg, "kid": Trusted().KeyID, "typ": "JWT"}) + "." + Encode(Claims(changes)) + "."
}
