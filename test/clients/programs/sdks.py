"""One vendor's package for Python, or httpx, knowing nothing of a proxy. Arguments: which, and the prompts."""
import sys


def httpx_1(prompt, http2=False):
    import httpx
    with httpx.Client(http2=http2) as client:
        body = {'model': 'gpt-5', 'messages': [{'role': 'user', 'content': prompt}]}
        answer = client.post('https://api.openai.com/v1/chat/completions', json=body)
        json = answer.json()
        text = json['error']['message'] if 'error' in json else json['choices'][0]['message']['content']
        return f'{answer.http_version} {answer.status_code}: {text}'


def httpx_2(prompt):
    return httpx_1(prompt, True)


def openai(prompt):
    from openai import OpenAI
    answer = OpenAI(api_key='test').chat.completions.create(model='gpt-5', messages=[{'role': 'user', 'content': prompt}])
    return answer.choices[0].message.content


def anthropic(prompt):
    from anthropic import Anthropic
    answer = Anthropic(api_key='test').messages.create(model='claude-opus-4-5', max_tokens=10, messages=[{'role': 'user', 'content': prompt}])
    return answer.content[0].text


def genai(prompt):
    from google import genai
    client = genai.Client(api_key='test')
    return client.models.generate_content(model='gemini-3-pro', contents=prompt).text


def mistral(prompt):
    try:
        from mistralai import Mistral
    except ImportError:
        from mistralai.client import Mistral
    answer = Mistral(api_key='test').chat.complete(model='mistral-large-latest', messages=[{'role': 'user', 'content': prompt}])
    return answer.choices[0].message.content


def cohere(prompt):
    import cohere
    answer = cohere.ClientV2(api_key='test').chat(model='command-a', messages=[{'role': 'user', 'content': prompt}])
    return answer.message.content[0].text


def ollama(prompt):
    import ollama
    client = ollama.Client(host='https://ollama.com', headers={'Authorization': 'Bearer test'})
    return client.chat(model='gpt-oss:120b', messages=[{'role': 'user', 'content': prompt}])['message']['content']


for prompt in sys.argv[2:]:
    try:
        shown = globals()[sys.argv[1]](prompt)
    except Exception as error:
        shown = f'{type(error).__name__}: {error}'
    print(shown.replace('\n', ' '))
